"""Word lists behind the rules for names: given names of many countries, and capitalised words that name no person."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

#: Given names that open a full name ("Sarah Thompson"). A name that is also a common word or a place is left out.
GIVEN_NAMES = frozenset(
    """
Aaliyah Aanya Aaron Abdul Abdullah Abena Abigail Achim Adaeze Adam Adama Ade Adebayo Adel Adela Adelaide Adele Aditi
Aditya Adnan Adrian Adriana Adrien Adunni Agata Agnes Agnieszka Ahmad Ahmed Aidan Aiko Aileen Aino Aisha Aisling Aiyana
Akash Akira Akosua Akua Alan Alasdair Alba Albert Alberto Aldo Alejandra Alejandro Aleksandar Aleksander Aleksandra
Alessandra Alessandro Alessia Alex Alexander Alexandra Alexandre Alexei Alexis Alfie Alfonso Alfred Alfredo Ali Alice
Alicia Alina Aline Alisa Alisha Alison Alistair Allison Alma Alonso Alvaro Amadou Amaka Amal Amanda Amandine Amara
Amelia Amelie Amina Amir Amit Amrita Amy Ana Ananya Anastasia Anaya Anders Andre Andrea Andreas Andreea Andrei Andres
Andrew Andrzej Andrés Angela Angelica Angelina Angelo Angus Anika Anil Anita Anja Anjali Ankit Ann Anna Annabelle
Annalisa Anne Annelies Annette Annie Annika Anouk Ansgar Anthony Antoine Anton Antonella Antonia Antonio Anya Aoife
Apinya Arabella Arash Ariana Ariane Arianna Ariel Arjun Arkadiusz Arman Arnaud Arne Arthur Artur Arturo Arun Asha Ashley
Ashok Astrid Asuka Atsuko Augusto Aurelie Aurora Ava Axel Ayaan Ayesha Aylin Ayse Ayumi Azadeh Babak Babatunde Barbara
Barbora Bartosz Bashir Basil Beatrice Beatriz Ben Benedict Benedikt Benjamin Benoit Benoît Berit Bernadette Bernard
Bernardo Bernd Beth Bethany Bettina Beverly Bhavna Bianca Bilal Birgit Bjorn Björn Blessing Bogdan Boguslaw Bogusław
Boris Bożena Brandon Branislav Brenda Brendan Brian Bridget Brigitte Britta Bronwyn Bruno Bryan Caitlin Caitriona Caleb
Callum Camila Camille Candice Carina Carl Carla Carlo Carlos Carlotta Carmela Carmen Carol Carolina Caroline Carsten
Catalina Caterina Catherine Cathy Cecile Cecilia Cedric Celeste Celia Celine Cesar Chad Charles Charlotte Chen Chiara
Chidi Chinedu Chioma Chiyo Chloe Chloé Chris Christian Christiane Christina Christine Christoph Christopher Christos
Chukwuma Cian Ciara Cillian Claire Clara Clarissa Claudia Claudio Clemence Clemens Clement Clementine Colette Colin
Connor Conor Constance Consuelo Corinna Corinne Cormac Cosima Craig Cristian Cristina Curtis Cynthia Dagmar Dagny Daiki
Dalia Damian Damien Dan Dana Daniel Daniela Danielle Danilo Danuta Daria Darius Dariusz Darragh Darren David Dawit
Deborah Debra Deepak Deepika Deirdre Delia Delphine Denis Denisa Denise Dennis Derek Deshawn Devon Diana Diane Didier
Diego Dieter Dimitri Dina Dirk Divya Dmitri Dmitry Dolores Dominic Dominik Dominique Donald Donna Dorota Dorothy Douglas
Dragan Duarte Duncan Dusan Dwayne Dylan Ebba Ebony Edgar Edith Eduardo Edward Edwin Efua Eileen Eilidh Ekaterina Elaine
Elan Eleanor Elena Eleni Eliana Elias Elif Elijah Elina Elisa Elisabeth Elise Eliska Eliza Elizabeth Ella Ellen Elodie
Eloise Elsa Elvira Elzbieta Elżbieta Emeka Emiko Emil Emilia Emilie Emilio Emily Emine Emma Emmanuel Emre Enrico Enrique
Enzo Eoin Eric Erica Erik Erika Erin Ernesto Esperanza Esra Esteban Ester Esther Eszter Ethan Etienne Eugene Eugenia Eva
Evan Eve Evelyn Evgeny Ewa Ewelina Ezra Fabian Fabienne Fabio Fabiola Fabrice Fadi Faisal Farah Farhan Farid Fatima
Fatma Fatou Fatoumata Federica Federico Felicia Felipe Felix Femi Femke Fenna Ferdinand Ferenc Fergus Fernanda Fernando
Fien Filip Finn Fiona Fleur Florence Florian Folake Frances Francesca Francesco Francis Francisco Franco Francois Frank
Franz Franziska François Fred Frederic Frederick Frederik Fredrik Freya Frida Friedrich Fumiko Gabriel Gabriela
Gabriella Gabrielle Gareth Gary Gaurav Geert Geeta Gemma Genevieve Geoffrey George Georgia Georgina Georgios Gerald
Gerard Gerd Gerda Gerhard Ghassan Giacomo Gianluca Gianna Gideon Gina Gintaras Giorgio Giovanna Giovanni Gisela Gita
Giulia Giulio Giuseppe Gloria Gonzalo Goran Gordon Graciela Graeme Graham Grainne Grazyna Grażyna Greg Gregor Gregory
Greta Gretchen Grzegorz Guadalupe Gudrun Guido Guillaume Guillermo Gunnar Gustav Gustavo Gwen Günther Habib Habiba
Hadiya Hadiza Haile Hamid Hamish Hamza Hana Hanna Hannah Hannelore Hans Harold Harriet Harris Harry Haruka Haruki Harumi
Hasan Hassan Hassane Heather Hector Heidi Heike Heinrich Helen Helena Helene Helga Helmut Hendrik Henning Henri
Henrietta Henrik Henry Herbert Hideo Hiroko Hiroshi Holger Horst Howard Hugo Hussein Hye Hélène Ian Ibrahim Ida Ifeoma
Ignacio Igor Ilaria Ilona Ilse Ilya Imani Imogen Imran Inaya Ines Inga Ingeborg Ingrid Inés Ioana Ioannis Iolanda Irena
Irene Irina Irma Isaac Isabel Isabela Isabella Isabelle Isha Isla Ismail Itzel Ivan Ivana Ivo Jack Jacob Jacqueline
Jacques Jadwiga Jaime Jakob Jakub Jamal James Jamie Jan Jana Jane Janet Janice Janine Jannik Jared Jarek Jaroslav Jasmin
Jasmine Jason Jasper Javier Jaxon Jean Jeanette Jeff Jeffrey Jelena Jennifer Jenny Jens Jeremy Jerome Jerzy Jessica
Jesús Jiho Jill Jimena Jin Jiri Jitka Jiří Joan Joana Joanna Joao Joaquin Joaquín Jochen Jodie Joe Joel Johan Johanna
Johannes John Johnny Jolanta Jonas Jonathan Jordi Jorge Jose Josef Josefina Joseph Josephine Joshua Josip José Jovana
Joyce João Juan Juana Judith Jukka Julia Julian Juliana Julie Julien Juliet Julio Julius Jun Junko Jurgen Justin Justyna
Jérôme Jörg Jürgen Kai Kaito Kamal Kamala Kamila Karan Karen Karim Karin Karl Karolina Karsten Kasia Katarina Katarzyna
Kate Katerina Katharina Katherine Kathleen Kathryn Katie Katja Katrin Katya Kavita Kayla Kayode Kazuo Kehinde Keiko
Keira Keisha Keith Kelly Kenji Kenneth Kenta Kerstin Kevin Khadija Khaled Khalid Kiara Kieran Kinga Kiran Kirsten
Kiyoshi Klara Klaus Kofi Konrad Konstantin Krishna Kristen Kristian Kristin Kristina Krystyna Krzysztof Kseniya Kumar
Kurt Kwabena Kwame Kyle Käthe Lajos Lakshmi Lamar Larissa Lars Laszlo Latisha Latoya Laura Lauren Laurence Laurent Layla
Lea Leah Leandro Leila Lena Lennart Leo Leon Leonard Leonardo Leonie Leonor Leopold Leslie Leticia Levi Liam Lidia Lieke
Lila Lili Liliana Lillian Lina Linda Lindsay Linnea Lisa Liu Livia Ljubica Loic Lorena Lorenzo Lothar Lotte Louis Louisa
Louise Luc Luca Lucas Lucia Luciana Lucie Lucinda Lucy Lucía Ludmila Ludovic Ludwig Luigi Luis Luisa Luka Lukas Lukasz
Luke Lupita Luz Lydia Lynn László Maarten Maciej Madeleine Madison Mads Maeve Magda Magdalena Magnus Mahesh Mahmoud Maja
Makoto Malcolm Malgorzata Malik Malin Mamadou Manfred Manish Manoj Manon Manuel Manuela Mara Marc Marcel Marcela Marcelo
Marcin Marco Marcos Marcus Marek Margaret Margarita Margit Margot Marguerite Maria Mariam Mariana Marianne Marie Marieke
Marija Marijke Marika Mariko Marina Mario Marion Marisol Maristela Marjorie Markus Marlene Marta Martha Martin Martina
Martín Marwan Mary Maryam María Massimo Mateo Mateusz Mathieu Mathilde Matilda Matteo Matthew Matthias Matthieu Maureen
Maurice Mauricio Max Maxime Maximilian Maya Małgorzata Mbali Meera Megan Mehdi Mehmet Mei Meike Melanie Melissa Meral
Mercedes Meredith Mia Michael Michaela Michal Michał Michel Michela Michele Michelle Miguel Mihai Mikael Mike Mikhail
Mila Milan Milena Milica Milos Mina Ming Minh Mira Miranda Mireille Miriam Mirjam Miroslav Miyuki Mohamed Mohammad
Mohammed Mohan Moira Mona Monica Monika Monique Morgan Moritz Muhammad Murali Mustafa Mónica Nabil Nadege Nadia Nadine
Nadja Naledi Nana Nanami Naoko Naomi Nasreen Nasser Natalia Natalie Natalya Natasha Nathalie Nathan Nathaniel Nazanin
Neema Neha Neil Ngozi Nguyen Nia Niamh Nicholas Nick Nicola Nicolas Nicole Nicolás Niels Nigel Nikhil Nikita Niklas
Nikolai Nikolaos Nikos Nils Nina Nisha Nkechi Noah Noel Noelia Noor Nora Norbert Noriko Norma Norman Noura Nuno Nur
Obinna Octavia Ofelia Oisin Oksana Ola Olaf Ole Oleg Olena Olga Oliver Olivia Olivier Oluwaseun Omar Omari Orla Oscar
Oskar Osman Ottilie Otto Pablo Padma Pallavi Paloma Pamela Paola Paolo Parisa Parveen Pascal Patricia Patricio Patrick
Patrik Patrycja Paul Paula Paulina Pauline Paulo Pavel Pawel Paweł Pedro Penelope Per Pernille Peter Petr Petra Philip
Philipp Philippa Philippe Phillip Phoebe Pia Pierre Pietro Pilar Piotr Pooja Prakash Pranav Praveen Preethi Preeti
Priscilla Priya Priyanka Quentin Rachel Radek Rafael Raffaele Raffaella Rafiq Rahul Rainer Raisa Raj Rajesh Rajiv Ralph
Ramesh Ramon Ramona Rana Randall Rania Raphael Raquel Rashid Rashida Raul Ravi Raymond Raúl Rebecca Rebekka Regina
Reinhard Reinhold Rekha Renata Renate Rene René Renée Reza Rhiannon Ricardo Riccardo Richard Rikke Rina Rishi Rita
Robert Roberta Roberto Robin Rocio Rodrigo Rogelio Roger Rohan Roisin Roland Romain Roman Ronald Ronan Rosa Rosalia
Rosalie Rosalind Rosanna Rosario Rosemary Rosie Roxana Ruben Rudolf Rui Rukhsana Rune Russell Ruth Ryan Ryszard Saad
Sabine Sabrina Sachiko Sade Sadia Saeed Safiya Said Sakura Salim Salma Salvador Salvatore Sam Samantha Samira Samuel
Sana Sandeep Sandra Sandro Sanjay Sanna Sanne Santiago Saoirse Sara Sarah Saskia Satoshi Saul Scott Seamus Sean
Sebastian Sebastien Selim Selma Senthil Seo Serena Sergei Sergey Sergio Shabnam Shahid Shanelle Shanice Shaniqua Shannon
Sharon Shaun Sheila Shira Shirin Shirley Shreya Shu Siddharth Sieglinde Signe Sigrid Silke Silvia Simon Simona Simone
Sinead Siobhan Sipho Siti Slavica Sneha Sofia Sofie Sofía Soledad Solveig Sonia Sonja Sophia Sophie Soraya Soren Stacey
Stacy Stanislav Stefan Stefania Stefano Steffen Steinar Stella Stephan Stephanie Stephen Steve Steven Stig Stuart
Suleiman Sumit Sunil Sunita Suresh Susan Susana Susanna Susanne Suzanne Sven Svetlana Swati Sylvia Sylvie Sébastien
Søren Tadashi Tadeusz Taiwo Takashi Takeshi Tamara Tamika Tania Tanisha Tanja Tanya Tara Tariq Tatiana Tatsuya Temitope
Tendai Teodoro Teresa Terrence Thabo Thandi Thandiwe Theo Theodora Theodore Theresa Thiago Thibault Thierry Thomas
Thorsten Thuy Thérèse Tiago Tiffany Tim Timo Timothy Tina Tobias Todd Tom Tomas Tomasz Tomoko Tomoya Tomáš Toni Tony
Torsten Tove Tracy Trevor Trinh Tristan Tuan Tunde Tuomas Tyler Tyrell Tyrone Uchenna Udo Ulrich Ulrike Umar Ursula Usha
Uwe Vaclav Vadim Vaishali Valentin Valentina Valeria Valerie Vanessa Vasile Vasilis Vasily Venkat Venus Vera Veronica
Veronika Verónica Vesna Vicente Victor Victoria Vidya Vijay Vikram Viktor Viktoria Vincent Vincenzo Vinicius Vinod Viola
Violeta Violetta Virginie Vivek Vivian Vivienne Vladimir Volker Waldemar Wale Walid Walter Wanda Wanjiru Wei Wen Wendy
Werner Wiebke Wiktor Wilhelm Willem William Winston Wojciech Wolfgang Xavier Xiao Ximena Xin Xiomara Xu Yael Yan Yang
Yannick Yara Yash Yasmin Yasmine Yasuko Yetunde Yevgenia Yewande Yiannis Ying Yolanda Yosef Youssef Ysabel Yuki Yuko
Yulia Yuri Yusra Yusuf Yves Yvette Yvonne Zachary Zahra Zainab Zainul Zara Zbigniew Zdeněk Zeynep Zhang Zhen Zoe Zofia
Zoltan Zoë Zsofia Zubair Zuzana Zuzanna Álvaro Ángel Åsa Élodie Émile Íñigo Óscar Ömer Örjan Özge Øystein Łukasz Şebnem
Žaneta
""".split()
)

#: Capitalised words that open or end something else than a person's name. Compared in lower case.
NOT_NAMES = frozenset(
    """
a an and are as at be but by for from has have he her here his how i if in into is it its let may me my no not of off
on or our out she so some such than that the their them then there these they this those to up us was we were what
when where which who why will with you your about above after again all also any because been before being below
between both can could did do does doing down during each few further had having just more most must nor now once only
other over own same should still through too under until very while would yes ok okay please thanks thank hello hi hey
dear sorry sure welcome good great best kind warm morning afternoon evening day night today tomorrow yesterday
sincerely regards cheers respectfully truly
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
october november december jan feb mar apr jun jul aug sep sept oct nov dec
account accounts action active actions admin administrator address advisor agent agency age alert alerts all analysis
analytics answer app application applications apply area argument array article assistant associate attention audit
author authentication authorization auto available backend balance bank bar base basic batch benefits beta billing
block blog board body book booking boolean bot branch browser bug build business button cable cache calendar call
cancel captain card care cart case cases cat category center centre certificate chair change changes channel chapter
charge chart chat check checkout child choose city class clear click client clients clinic close cloud club code
college color column command comment commit committee community company complete component config configuration
confirm confirmation connection console contact contacts content context continue contract control copy corp
corporation cost count country county course create credit current custom customer customers cut daily dashboard data
database date deal debug default delete delivery department deposit description design desk details dev developer
device diagnosis digital direct director discharge discount display division doc doctor document documentation
documents dog domain door download draft drive driver due east economy edit editor education electric email emergency
employee employees empty enable end energy engine engineer engineering enter enterprise entry environment error errors
event events example exception exchange execute executive exit expert export express external family faq fast feature
features federal fee field file files filter final finance financial find finish first fix flag flight floor flow food
force form format forum foundation framework free friend front full function functional functions fund fusion gate
gateway general get gift global go gold government group guest guide handler hardware header headers health heart help
high history holiday home hospital host hotel hour hours house http human icon identity idea image images import
important inc income index info information input inquiry inside install insurance integration interface internal
international internet introduction invalid invoice issue item items job join journal kernel key keyboard kit lab
label laboratory language last late latest law layer layout lead leader learning legal letter level library license
life limit limited line lines link links list live llc load loan local location lock log login logs long loop ltd
machine mail main maintenance major manage management manager manual map mark market marketing master match material
math max maximum media medical medicine meeting member members membership memory menu merge message messages method
minimum minor mobile mode model module monitor month move music name names national native nav network neural new news
next node none north note notes notice notification null number nurse object offer office officer official old online
open operation operations option options order orders organization origin output overview owner package page pages
panel paragraph parent park parse part partner parts party passenger password path patient patients pay payment
payments pending people performance period person personal phone physician pipeline plan planning platform player
plus point policy pool port portal position post power premium president press previous price primary print priority
privacy private pro problem process product production products professional professor profile program programming
project property protocol provider providers public publish pull purchase query question questions queue quick quit
random range rate read ready real reason receipt recent record records reference refund region register registry
release remote remove rename report reports repository request requests reservation reset resource resources response
restaurant result results return returns review right role room root route row rule run runner sale sales sample save
scan schedule school science scope score screen script scroll search second secretary section security select self
send senior sequence series server service services session set settings setup share shipping shop short show sign
simple site size skip social software solution sort source south space special spouse standard star start state
statement states station status step steps stock stop storage store story stream street string strong student study
style subject submit success suite sum summary super supervisor supplier support survey switch system systems tab
table tag target task tasks tax team teams tech technical technology template term terminal terms test testing tests
text theme thread ticket time timeline title token tokens tool tools top total tower town trace track trade traffic
training transaction transfer transport travel treatment tree trial trip trust type types union unit united universal
university unknown update updates upgrade upload url usage use user users utility valid validation value values vendor
version via video view virtual visit visual visits void wait warning warnings watch water web website week weekly west
white wiki wind window windows wireless word work worker workflow world write year yearly yellow zone
apache amazon google microsoft apple facebook meta openai anthropic claude gemini linux ubuntu debian python java
javascript typescript kotlin swift rust ruby docker kubernetes github gitlab slack stripe hugging face visa
mastercard amex paypal android chrome firefox safari oracle intel nvidia windows unix bash json yaml xml html css sql
api sdk cli gpt llm ai ml bluetooth wifi usb gps pdf csv iphone ipad macbook netflix spotify twitter uber
new york london paris berlin tokyo madrid rome chicago boston houston seattle dallas denver phoenix austin francisco
angeles vegas orleans antonio diego jose san los las santa saint st mount fort port lake river valley beach island
islands ocean bay america american africa african asia asian europe european english french german spanish italian
chinese japanese indian british canadian australian mexican russian dutch korean brazil canada mexico france germany
spain italy china japan india australia russia korea kingdom republic avenue boulevard road lane court drive place
square terrace highway parkway bridge airport museum theatre theater stadium giants lakers yankees university college
institute society association council ministry bureau commission authority department
mr mrs ms miss dr prof sir madam attending provider nurse rn md phd esq jr sr
denies denied tolerated presents presented reports states complains chest pain procedure well heparin shortage flu shot shots
cardiology nephrology oncology radiology neurology pediatrics surgery pharmacy cells holter prior stable resting awake alert
sex gender male female dob mrn ssn pt hx history exam allergies medications assessment chief complaint vitals
string integer boolean null undefined object array true false todo fixme readme changelog
shirt shirts t-shirt tshirt jacket jeans sneakers sneaker boots boot shoes shoe hat sunglasses backpack luggage bag bottle bottles
lamp chair table desk sofa bed mattress bookshelf clock umbrella patio grill hose garden kettle toaster blender coffee espresso
maker vacuum cleaner iron cookware pan knife fork spoon plate cup mug puzzle jigsaw skateboard bicycle bike helmet scooter tent
yoga mat dumbbell set sets pump gloves wristwatch smartwatch smart watch earbuds headphones headset speaker speakers keyboard
mouse monitor laptop tablet charger cable adapter printer camera projector thermostat toothbrush perfume makeup skincare lipstick
shampoo soap towel curtain rug pillow blanket portable mechanical wireless gaming hiking running fleece leather cotton wool
cushion ring necklace bracelet fitness tracker action indoor outdoor electric electronic steel wooden plastic glass ceramic
economy business class roundtrip one-way lounge gate terminal boarding pass insurance membership gold silver bronze platinum
basic premium deluxe standard variant edition pack pro mini max plus ultra air studio bundle collection series
grade level lesson homework exam recipe salad soup pizza pasta chicken beef rice bread cheese wine beer juice tea
river bridge tunnel castle palace cathedral mosque temple church gallery library market mall centre stadium arena
led light lights bulb lamp power portable
merge quick bubble heap binary linear logistic gradient descent regression classifier transformer attention random forest
""".split()
)

#: Lower-case words that may stand inside a name.
PARTICLES = frozenset(
    "de da do dos das di del della der den van von vom zu zur la le les du des bin ibn al el ben bint ter ten y e i af av"
    " op den het dal dalla st".split()
)

#: Name parts that are common words: found alone in other leaves only as part of the whole name.
COMMON_PARTS = frozenset(
    """
will mark may june april august grace rose hope faith joy summer autumn dawn lily ivy iris ruby pearl amber jade
crystal brown white black green gray grey young king long short small little rich poor price case page park bush field
fields forest wood woods stone hill hills rivers lake banks bank cook baker carter butler miller mason taylor turner
walker hunter fisher fox wolf bird love day knight bishop pope chance chase rusty art bill bob pat sue drew rob max
frank ray dean earl duke prince victor cash penny sandy misty sunny angel christian justice liberty patience charity
mercy prudence paris london austin dallas jordan georgia virginia carolina florence sydney china israel chad kenya
india asia sterling major marshall guy gene norm miles lance pierce ward booth best moody sharp strong swift power
powers wise good goodman church temple bell bond ball bean berry rice peach olive basil ginger sage rosemary pepper
cherry holly hazel fern reed rush moss march gates star starr sky storm winter snow frost rain west east north south
moon sun
""".split()
)

#: Words of `NOT_NAMES` that are surnames too: they may close a name, not open one.
ALSO_SURNAMES = frozenset(
    "park lake field page price case cook hill wood woods banks bush day west north rivers best bell ball stone street law rice"
    " may summer major church temple knight london king long short young green white brown black gray power powers wise good"
    " park march august story post check mount fort beach marks read fox ford french german english field fields love loop"
    " driver miller tower friend law lane cross court rose".split()
)
