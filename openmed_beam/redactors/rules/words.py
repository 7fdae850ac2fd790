"""Word lists behind the rules for names: given names of many countries, and capitalised words that name no person."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

#: Given names that open a full name ("Sarah Thompson"). A name that is also a common word or a place is left out.
GIVEN_NAMES = frozenset(
    """
Aaliyah Aaron Abdul Abdullah Abigail Adam Adele Adelaide Aditi Aditya Adrian Adriana Agnes Agnieszka Ahmad Ahmed Aidan
Aiko Aisha Akira Alan Alba Albert Alberto Alejandra Alejandro Aleksander Alessandra Alessandro Alessia Alex Alexander
Alexandra Alexandre Alexei Alexis Alfonso Alfred Ali Alice Alicia Alina Aline Alison Alistair Allison Alma Alvaro
Amanda Amara Amelia Amelie Amina Amir Amit Amy Ana Anaya Anastasia Anders Andre Andrea Andreas Andrei Andres Andrew
Andrzej Angela Angelica Angelina Angelo Anil Anita Anja Anjali Ankit Ann Anna Annabelle Anne Annette Annie Anthony
Antoine Antonella Antonio Anya Ariana Ariel Arjun Arman Arnaud Arthur Artur Arturo Arun Asha Ashley Astrid Atsuko
Aurelie Aurora Ava Axel Ayaan Ayesha Aylin Ayse Barbara Bartosz Beatrice Beatriz Ben Benedict Benjamin Bernadette
Bernard Bernardo Beth Bethany Bettina Beverly Bilal Birgit Bjorn Björn Bogdan Boris Brandon Brenda Brendan Brian
Bridget Brigitte Bruno Bryan Caitlin Caleb Callum Camila Camille Carl Carla Carlo Carlos Carmen Carol Carolina
Caroline Caterina Catherine Cecilia Cedric Celia Celine Cesar Chad Charles Charlotte Chen Chiara Chidi Chinedu Chioma
Chloe Chris Christian Christina Christine Christoph Christopher Ciara Claire Clara Claudia Clemence Clement Colin
Connor Conor Constance Corinne Craig Cristian Cristina Curtis Cynthia Dagmar Dalia Damian Damien Daniel Daniela
Danielle Danilo Daria Darius Darren David Deborah Deepak Deepika Denis Denise Dennis Derek Devon Diana Diane Didier
Diego Dieter Dimitri Dirk Dmitri Dmitry Dolores Dominic Dominik Dominique Donald Donna Dorothy Douglas Duncan Dylan
Edgar Eduardo Edward Edwin Eileen Ekaterina Elaine Eleanor Elena Eleni Eliana Elias Elif Elijah Elina Elisa Elisabeth
Elise Elizabeth Ella Ellen Elsa Emeka Emil Emilia Emilie Emilio Emily Emma Emmanuel Enrique Enzo Eric Erica Erik Erika
Erin Esperanza Esteban Esther Ethan Eugene Eugenia Eva Evan Eve Evelyn Evgeny Ewa Fabian Fabio Fadi Farah Farid Fatima
Fatma Federica Federico Felicia Felipe Felix Fernanda Fernando Filip Finn Fiona Florence Florian Frances Francesca
Francesco Francis Francisco Franco Francois François Frank Franz Fred Frederic Frederick Frederik Freya Friedrich
Gabriel Gabriela Gabriella Gabrielle Gareth Gary Gemma Geoffrey George Georgia Georgios Gerald Gerard Gerhard Giacomo
Gianluca Gina Giorgio Giovanni Giulia Giulio Giuseppe Gloria Gonzalo Gordon Goran Graham Graeme Greg Gregor Gregory
Greta Grzegorz Guido Guillaume Guillermo Gunnar Gustav Gustavo Gwen Hadiya Hamid Hamza Hana Hannah Hans Harold Harriet
Harris Harry Haruki Hasan Hassan Heather Hector Heidi Heinrich Helen Helena Helene Helga Helmut Hendrik Henri
Henrietta Henrik Henry Herbert Hideo Hiroshi Holger Howard Hugo Hussein Ian Ibrahim Ida Ifeoma Ignacio Igor Ilse Imani
Imran Ines Ingrid Irene Irina Irma Isaac Isabel Isabella Isabelle Ismail Ivan Ivana Jack Jacob Jacqueline Jacques
Jaime Jakob Jakub James Jamie Jan Jana Jane Janet Janice Janine Jared Jarek Jason Javier Jean Jeanette Jeff Jeffrey
Jens Jennifer Jenny Jeremy Jerome Jessica Jill Joan Joana Joanna Joao João Joaquin Joe Joel Johan Johanna Johannes
John Johnny Jonas Jonathan Jorge Jose José Josef Josefina Joseph Josephine Joshua Joyce Juan Juana Judith Julia Julian
Juliana Julie Julien Juliet Julio Jun Junko Jurgen Jürgen Justin Justyna Kai Kamal Kamala Karan Karen Karim Karin Karl
Karolina Kasia Katarina Katarzyna Kate Katerina Katharina Katherine Kathleen Kathryn Katie Katja Kavita Kayla Kazuo
Keiko Keith Kelly Kenji Kenneth Kenta Kevin Khaled Khadija Kiran Kirsten Klaus Kofi Konrad Konstantin Krishna Kristen
Kristin Kristina Krystyna Krzysztof Kumar Kurt Kwame Kyle Lakshmi Lars Latisha Latoya Laura Lauren Laurence Laurent
Layla Lea Leah Leandro Leila Lena Lennart Leo Leon Leonard Leonardo Leonie Leonor Leopold Leslie Leticia Levi Liam
Lidia Lila Lili Liliana Lillian Linda Lindsay Lisa Liu Livia Lorena Lorenzo Louis Louisa Louise Luc Luca Lucas Lucia
Luciana Lucie Lucy Ludwig Luigi Luis Luisa Luka Lukas Luke Luz Lydia Lynn Maciej Madeleine Madison Magdalena Magnus
Mahmoud Maja Malcolm Malgorzata Malik Mamadou Manfred Manuel Manuela Mara Marc Marcel Marcela Marcelo Marcin Marco
Marcos Marcus Margaret Margarita Maria Mariam Mariana Marie Marina Mario Marion Marisol Marjorie Markus Marlene Marta
Martha Martin Martina Mary Maryam Massimo Mateo Mateusz Matilda Matteo Matthew Matthias Matthieu Maureen Maurice
Mauricio Max Maximilian Maya Megan Mehmet Mei Melanie Melissa Mercedes Mia Michael Michaela Michal Michel Michele
Michelle Miguel Mihai Mikael Mike Mikhail Mila Milan Milica Milos Mina Miranda Miriam Mohamed Mohammad Mohammed Moira
Monica Monika Monique Morgan Moritz Muhammad Mustafa Nadia Nadine Naomi Nasser Natalia Natalie Natasha Nathan
Nathaniel Neema Neha Neil Nia Niamh Nicholas Nick Nicola Nicolas Nicole Niels Nigel Nikhil Niklas Nikolai Nikos Nina
Nisha Noah Noel Nora Norbert Norman Norma Nuno Nur Obinna Octavia Ofelia Olaf Ole Oleg Olena Olga Oliver Olivia
Olivier Oluwaseun Omar Oscar Osman Oskar Otto Pablo Padma Pamela Paolo Parisa Pascal Patricia Patricio Patrick Patrik
Paul Paula Paulina Pauline Paulo Pavel Pedro Penelope Peter Petra Philip Philipp Philippe Phillip Pierre Pietro Pilar
Piotr Pooja Prakash Pranav Preeti Priscilla Priya Priyanka Quentin Rachel Rafael Raffaele Rahul Rainer Raj Rajesh
Ralph Ramesh Ramon Ramona Randall Rania Raphael Raquel Rashid Raul Ravi Raymond Rebecca Regina Reinhard Rekha Renata
Renate Rene Ricardo Richard Rita Robert Roberta Roberto Robin Rodrigo Roger Rogelio Rohan Roland Roman Romain Ronald
Rosa Rosalind Rosalie Rosanna Rosario Rosemary Roxana Ruben Rudolf Rui Rukhsana Russell Ruth Ryan Saad Sabine Sabrina
Sadia Said Salma Salvador Salvatore Sam Samantha Samira Samuel Sandra Sandro Sanjay Santiago Sara Sarah Saskia Satoshi
Scott Sean Sebastian Selim Selma Serena Sergei Sergey Sergio Shanice Shannon Sharon Shaun Sheila Shirin Shirley
Shreya Siddharth Sigrid Silvia Simon Simona Simone Sinead Siobhan Sofia Sofie Soledad Solveig Sonia Sonja Sophia
Sophie Soren Søren Stacey Stacy Stanislav Stefan Stefania Stefano Steffen Stella Stephan Stephanie Stephen Steve
Steven Stuart Sumit Sunil Sunita Susan Susana Susanna Susanne Suzanne Sven Svetlana Sylvia Sylvie Tadeusz Takashi
Tamara Tania Tanja Tanya Tara Tariq Tatiana Tatsuya Teresa Terrence Thabo Thandiwe Theo Theodora Theodore Theresa
Thibault Thierry Thomas Thorsten Tiago Tiffany Tim Timo Timothy Tina Tobias Todd Tom Tomas Tomasz Tomoko Toni Tony
Tracy Trevor Tristan Tyler Udo Ulrich Ulrike Ursula Usha Uwe Valentin Valentina Valeria Valerie Vanessa Vasily Venkat
Vera Veronica Veronika Vicente Victor Victoria Vijay Vikram Viktor Viktoria Vincent Vincenzo Viola Violeta Virginie
Vivek Vivian Vivienne Vladimir Volker Walter Wanda Wanjiru Wei Wendy Werner Wiebke Wilhelm William Willem Wojciech
Wolfgang Xavier Xiao Xin Xu Yang Yan Yannick Yara Yasmin Yasuko Yolanda Youssef Ysabel Yuki Yuko Yulia Yuri Yusuf Yves
Yvette Yvonne Zachary Zainab Zara Zeynep Zoe Zofia Zsofia
Aanya Abena Ade Adebayo Adel Adunni Aino Akua Alfie Alisha Amaka Amal Ananya Angus Anouk Anton Antonia Arianna Ashok
Ayumi Babak Babatunde Basil Bianca Blessing Bronwyn Caitriona Carina Carlotta Cathy Catalina Chukwuma Cillian Cormac
Dagny Dan Dana Darragh Dawit Debra Deirdre Delia Delphine Dina Dorota Ebony Edith Efua Eilidh Elan Eliza Elodie Elvira
Emine Emre Eoin Ester Eszter Fabienne Fabiola Farhan Fatou Fatoumata Femi Fenna Fergus Fien Folake Fumiko Gaurav Geeta
Ghassan Gideon Gisela Gita Grainne Gudrun Habiba Haile Hamish Haruka Hassane Hye Ilona Ilya Inga Ioana Ioannis Isla
Itzel Ivo Jamal Jasmin Jasmine Jasper Jelena Jerzy Jimena Jin Jiho Jitka Jodie Jolanta Josip Jovana Julius Kaito Karim
Katrin Kehinde Kieran Kerstin Klara Kseniya Lamar Leticia Lieke Linnea Loic Lotte Ludmila Mads Maeve Mahesh Malin
Manon Manoj Margot Mariko Marek Marijke Marwan Mathilde Meera Mehdi Meike Milena Ming Minh Mireille Mona Mohan Murali
Nadege Nadja Naledi Nana Nasreen Natalya Ngozi Nguyen Nikita Nils Noor Noura Nanami Ola Omari Orla Oisin Paloma
Pallavi Parveen Pawel Per Phoebe Praveen Rafiq Raisa Rana Rashida Reza Rhiannon Riccardo Rina Rishi Roisin Ronan Rosie
Sade Saeed Safiya Sakura Salim Sana Sandeep Sanna Saoirse Seamus Senthil Seo Shabnam Shahid Shaniqua Shu Signe Sipho
Siti Slavica Sneha Stig Suleiman Suresh Swati Taiwo Tamika Temitope Tendai Thiago Thandi Thuy Tomoya Trinh Tuan Tunde
Tuomas Tyrone Uchenna Umar Vaclav Vaishali Vasilis Venus Vesna Vinod Wale Ximena Yael Yash Yetunde Yewande Ying Yiannis
Yusra Zahra Zainul Zhen Zhang Zubair Zuzanna Åsa Élodie Émile Øystein Örjan Ángel Álvaro Andrés Chloé Inés Jesús María
Raúl René Renée Sofía Lucía Martín Joaquín Verónica Mónica Nicolás Sébastien Benoît Jérôme Hélène Zoë Thérèse Óscar
Íñigo Günther Jörg Käthe Ömer Özge Şebnem Łukasz Michał Paweł Małgorzata Jiří Tomáš Petr Veronika Bożena Zdeněk
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
