"""Word lists behind the rules for names: given names of many countries, and capitalised words that name no person."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

#: Given names that open a full name ("Sarah Thompson"). A name that is also a common word or a place is left out.
GIVEN_NAMES = frozenset(
    """
Aaliya Aaliyah Aanya Aarav Aarne Aaron Aart Abdel Abdirahman Abdul Abdulaziz Abdullah Abdulrahman Abebe Abelardo Abena
Abigail Abril Achim Adaeze Adalberto Adam Adama Ade Adebayo Adel Adela Adelaide Adele Adelina Adeline Aditi Aditya Adnan
Adolfo Adriaan Adrian Adriana Adrianna Adriel Adrien Adunni Advait Afonso Agata Agathe Agnes Agneta Agnieszka Agostino
Agustín Ahlam Ahmad Ahmed Ahmet Aidan Aiko Aileen Aimée Aino Aisha Aisling Aiyana Akash Akira Akosua Akshay Akua Alaa
Alan Alana Alani Alasdair Alba Albert Alberto Albrecht Aldo Alejandra Alejandro Aleksandar Aleksander Aleksandra Aleksei
Alemayehu Alena Alessandra Alessandro Alessia Alessio Alex Alexander Alexandra Alexandre Alexei Alexey Alexis Alfie
Alfons Alfonso Alfred Alfredo Ali Alice Alicia Alicja Alina Aline Alisa Alisha Alison Alistair Aliyah Allison Alma
Alondra Alonso Alvaro Alyona Amadou Amaka Amal Amanda Amandine Amara Amaya Ambra Amelia Amelie Amina Aminah Aminata Amir
Amit Amjad Amparo Amrita Amy Amália Ana Anabela Anabelle Ananya Anas Anastasia Anatoly Anaya Anders Andre Andrea Andreas
Andreea Andrei Andres Andrew Andrzej András Andrés Aneta Angela Angelica Angelina Angelique Angelo Angharad Angus Anika
Aniket Anikó Anil Anirudh Anita Anja Anjali Anjana Ankit Ankita Ann Anna Annabel Annabelle Annalisa Annamaria Anne
Annegret Anneke Annelies Anneliese Annemarie Annemiek Annette Annie Annika Anouk Ansgar Antero Anthony Antje Antoine
Anton Antonella Antoni Antonia Antonietta Antonio Antti Anushka Anwar Anya Aodhán Aoibheann Aoife Apinya Arabella
Araceli Arash Ariana Ariane Arianna Ariel Ariella Arjan Arjun Arkadiusz Arkady Arlene Arman Armando Armin Arnaldo Arnaud
Arne Artem Arthur Artur Arturo Arun Arvid Arvind Asad Asha Asher Ashley Ashok Ashwin Asif Asim Aslam Assunta Astrid
Asuka Atsuko Attila Attilio Aubrey Audrey Augusto Aurelie Aurelio Aurora Aurélie Ava Axel Ayaan Ayesha Ayla Aylin Ayman
Ayse Ayumi Azadeh Aziz Aziza Azucena Babak Babatunde Badr Balázs Baptiste Barbara Barbora Bartosz Bartłomiej Bashir
Basil Bassam Bastien Beata Beatrice Beatriz Begoña Belinda Belén Ben Benedetta Benedetto Benedict Benedikt Benedita
Bengt Benjamin Benno Benoit Benoît Berit Bernadette Bernard Bernardo Bernd Bernice Bertram Beth Bethan Bethany Bettina
Beverly Bhavesh Bhavna Bhavya Biagio Bianca Bilal Birger Birgit Birgitta Bjorn Björn Blessing Blodwen Bogdan Bogdana
Bogumiła Boguslaw Bogusław Bohdan Bohumil Bohuslav Bolesław Bonnie Boris Borja Borys Bożena Božena Bram Brandon
Branislav Brayden Brenda Brendan Brian Brianna Brice Bridget Brielle Brigitte Britta Brittany Bronagh Bronisław Bronwyn
Bruna Bruno Bryan Bryce Bryson Bríd Bukola Burkhard Bärbel Béla Bérénice Błażej Caitlin Caitriona Caleb Callie Callum
Camila Camilla Camille Candace Candice Caoimhe Carina Carl Carla Carlo Carlos Carlota Carlotta Carly Carmela Carmelo
Carmen Carol Carolina Caroline Carrie Carsten Carys Casimiro Cassidy Catalina Caterina Cathal Catherine Cathy Catrin
Catriona Cayetana Cecile Cecilia Cecília Cedric Cees Celeste Celia Celine Ceri Cesar Cesare Cezary Chad Chandan Chantal
Charles Charlotte Cheikh Chen Cheryl Chetan Chiara Chidi Chinedu Chioma Chiyo Chloe Chloé Chris Christel Christer
Christian Christiane Christina Christine Christoph Christopher Christos Christy Chukwuemeka Chukwuma Cian Ciara Ciarán
Cillian Cindy Cinzia Claire Clara Clarissa Claudette Claudia Claudio Cleber Clemence Clemens Clement Clemente Clementine
Clodagh Cláudia Clémence Clément Coen Colette Colin Colm Conall Conceição Conchobhar Connie Connor Conor Constance
Consuelo Coralie Corentin Corinna Corinne Cormac Corrado Cosima Cosimo Courtney Craig Cristian Cristiane Cristiano
Cristina Cristóbal Csaba Curtis Cynthia Czesław Cédric Célestine Célia Céline César Cíntia Daan Dafydd Dagmar Dagmara
Dagny Daiane Daiki Daithí Dalal Dalia Dalibor Damian Damien Dan Dana Daniel Daniela Daniele Danielle Danilo Danuta
Danylo Daphne Daria Darius Dariusz Darlene Darragh Darren Darshan David Davide Dawit Deandre Deanna Debbie Debora
Deborah Debra Declan Deepak Deepika Deion Deirdre Delia Delphine Delyth Demetrius Denis Denisa Denise Dennis Derek
Dermot Deshawn Desiree Desmond Detlef Devika Devon Dezső Dhruv Diana Diane Diarmuid Didier Diederik Diego Dieter Dietmar
Dietrich Diletta Dilwyn Dimitri Dina Dinesh Diogo Dirk Divya Divyansh Dmitri Dmitriy Dmitry Dolores Domenica Domenico
Dominic Dominick Dominik Dominique Donald Donatella Donghyun Donna Donovan Doreen Doris Dorota Dorothy Dorothée Dorottya
Douglas Douwe Dragan Duarte Duncan Dusan Dušan Dwayne Dylan Dámaso Dániel Dávid Débora Eamonn Ebba Ebbe Eberhard Ebony
Eckhard Edeltraud Edgar Edith Edoardo Edson Eduarda Eduardo Edward Edwin Edyta Eero Eeva Efraín Efua Egon Eija Eileen
Eilidh Eimear Einar Eirik Eirlys Ekaterina Eladio Elaina Elaine Elan Eleanor Elena Eleni Eleonora Elfriede Eliana Eliane
Elias Elif Elijah Elin Elina Elisa Elisabeth Elisabetta Elise Elisha Eliska Eliza Elizabeth Eliška Elke Ella Ellen
Elodie Elof Eloise Eloy Elsa Eluned Elvira Elzbieta Elías Elżbieta Emad Eman Emanuel Emanuela Emanuele Emeka Emelie
Emese Emiko Emil Emilia Emiliana Emiliano Emilie Emilio Emily Emine Emma Emmanuel Emmanuelle Emre Emrys Endre Ennio
Enrico Enrique Enriqueta Enzo Eoghan Eoin Erhard Eric Erica Erik Erika Erin Erland Ermanno Ernesto Erwin Eryk Erzsébet
Eskil Esmée Esperanza Esra Esteban Estella Estelle Ester Esther Eszter Ethan Etienne Ettore Eugen Eugene Eugenia Eugenio
Eugeniusz Eugénie Eulalia Eunice Eunji Eusebio Eva Evan Evangeline Eve Evelina Evelyn Evgenia Evgeniy Evgeny Ewa Ewald
Ewan Ewelina Ezekiel Ezra Fabian Fabien Fabienne Fabio Fabiola Fabrice Fabrizio Fabrício Fadi Fahad Faisal Faiza Farah
Farhan Farid Farida Farouk Fathi Fatima Fatimah Fatma Fatou Fatoumata Fawzia Federica Federico Felicia Felipa Felipe
Felisa Felix Femi Femke Fenna Ferdinand Ferenc Fergus Fermín Fernanda Fernando Fernán Ferruccio Ffion Fiadh Fien Filip
Filippo Finbarr Finlay Finn Fiona Fionn Fionnuala Fiorella Flavia Flavio Fleur Florence Florent Florian Floris Flávia
Flávio Folake Fouad Frances Francesca Francesco Francis Francisca Francisco Franciszek Franco Francois Frank František
Franz Franziska François Françoise Frauke Fred Frederic Frederick Frederik Fredrik Freya Frida Frieda Friederike
Friedrich Frits Fritz Frode Froilán Frédéric Frédérique Fumiko Funmi Funmilayo Fyodor Fábio Fátima Gabriel Gabriela
Gabriele Gabriella Gabrielle Gaetano Galina Gareth Gary Gaurav Gavin Gayatri Gaël Gaëlle Gaëtan Geert Geeta Geir Gemma
Genevieve Geneviève Gennady Gennaro Genoveva Genowefa Geoffrey George Georges Georgia Georgina Georgios Geraint Gerald
Geraldo Gerard Gerardo Gerd Gerda Gergely Gerhard Gerlinde Germán Gerrit Gertrud Gervasio Gethin Ghada Ghassan Ghislain
Giacomo Giada Giancarlo Gianfranco Gianluca Gianluigi Gianmarco Gianna Gianni Gianpaolo Gideon Gijs Gilberto Gina
Ginevra Gino Gintaras Giordano Giorgia Giorgio Giovani Giovanna Giovanni Girish Gisela Gisele Giselle Gita Giulia
Giuliana Giuliano Giulio Giuseppe Giuseppina Gizella Gladys Glenda Glenys Gloria Glória Gonzalo Gonçalo Gopal Goran
Gordon Gottfried Graciela Graeme Graham Grainne Grayson Graziella Grazyna Grażyna Greg Gregor Gregorio Gregory Greta
Gretchen Grigory Grzegorz Gráinne Guadalupe Gudrun Guglielmo Guido Guilherme Guillaume Guillermo Gunilla Gunnar Gunther
Gunvor Guowei Gurpreet Gustaf Gustav Gustavo Guus Gwen Gwendolyn Gwyneth Gyula György Gábor Gérard Göran Günter Günther
Habib Habiba Hadiya Hadiza Haile Hailey Hala Haley Halima Halina Halvor Halyna Hamid Hamish Hamza Hana Hanan Hani Hanna
Hannah Hanne Hanneke Hannelore Hannu Hans Haoran Harald Harini Haris Harish Harm Harold Haroon Harpreet Harriet Harris
Harry Hartmut Haruka Haruki Harumi Haruto Hasan Hassan Hassane Hatem Hattie Haya Heather Hector Hedda Hedwig Hege Heidi
Heike Heikki Heiko Heiner Heinrich Heitor Helen Helena Helene Helga Helge Hellmut Helmi Helmut Hemant Hendrik Henk
Henning Henri Henrietta Henrik Henrique Henry Henryk Herbert Heriberto Hermann Hervé Hidde Hideo Hieu Hilario Hilda
Hilde Hildegard Hilma Hinata Hiroko Hiroshi Hiroto Hisham Hodan Holger Horacio Horst Hortense Howard Hubert Huda Hugo
Humberto Huong Husam Hussein Hye Hyejin Hynek Håkan Héctor Hélène Ian Iara Ibrahim Ibrahima Ida Ieuan Ifeanyi
Ifeoma Ignacio Ignacy Igor Ihab Ihor Ikenna Iker Ilaria Ildikó Ilkka Ilmari Ilona Ilse Ilya Iman Imani Imelda Immacolata
Imogen Imran Imre Inaya Ineke Ines Inga Inge Ingeborg Inger Ingmar Ingo Ingrid Ingvar Ingvild Inmaculada Inna Innes Inès
Inés Inês Ioan Ioana Ioannis Iolanda Iolo Iqra Irena Irene Ireneusz Irfan Irina Irma Irmgard Iryna Isaac Isabel Isabela
Isabella Isabelle Isadora Isaiah Isha Ishaan Ishita Isidro Isla Ismael Ismail Isolde István Itzel Itziar Ivan Ivana
Ivanna Iveta Ivo Iván Iwan Iwona Izabela Jaana Jaap Jace Jacek Jacinto Jack Jacob Jacoba Jacobus Jacopo Jacqueline
Jacques Jada Jadwiga Jagdish Jagoda Jaime Jakob Jakub Jalal Jamal Jamar James Jameson Jamie Jamil Jamila Jan Jana Janaki
Jane Janet Janice Janina Janine Jannie Jannik Janusz Jaqueline Jared Jarek Jari Jarkko Jarle Jarmila Jarmo Jaromír
Jaroslav Jaroslava Jarosław Jasleen Jasmin Jasmine Jason Jasper Jaspreet Jatin Javier Jawad Jaxon Jayant Jayden Jayla
Jaylen Jean Jeanette Jeanne Jeannie Jeff Jeffery Jeffrey Jelena Jelle Jennie Jennifer Jenny Jens Jenő Jeremy Jeroen
Jerome Jerzy Jerónimo Jesper Jessica Jessie Jesús Jiahui Jianhua Jiho Jihoon Jill Jillian Jimena Jin Jindřich Jiri Jisoo
Jitka Jiyeon Jiří Joachim Joan Joana Joann Joanna Joao Joaquim Joaquin Joaquín Jocelyn Jochen Jodie Joe Joel Johan
Johanna Johannes John Johnny Joke Jolanta Jolán Jonah Jonas Jonathan Joost Jordi Jorge Joris Jose Josef Josefa Josefina
Joseph Josephine Joshua Josiah Josiane Josip Josue José Jouni Jovana Joyce João Joël Juan Juana Juanita Judit Judith
Judy Juha Juhani Jukka Julia Julian Juliana Julianna Julie Julien Juliet Juliette Julio Julita Julius Julián Jun Junaid
Junko Jurgen Jurre Jussara Justin Justine Justyna Jutta Jyoti János Jérémy Jérôme Józef József Jörg Jørgen Jørn Jürgen
Kaarina Kacper Kai Kaiden Kaisa Kaitlyn Kaito Kalevi Kalle Kalpana Kamal Kamala Kamil Kamila Kamran Kaori Karan Kareem
Karel Karen Karim Karin Karina Karl Karla Karola Karolina Karsten Karthik Kasia Katalin Katarina Katarzyna Kate Katelyn
Katerina Kateryna Kateřina Katharina Katherine Kathleen Kathryn Katie Katja Katrin Katrina Katya Kavita Kayden Kayla
Kaylee Kayode Kazimierz Kazuki Kazuo Keegan Kees Kehinde Keiko Keira Keisha Keith Kelechi Kelly Kelsey Kendra Kendrick
Kenichi Kenji Kenneth Kenta Kerstin Kevin Khadija Khaled Khalid Khrystyna Kiara Kieran Kimberly Kinga Kiran Kirill Kirsi
Kirsten Kirsti Kirsty Kishore Kiyoshi Kjell Kjersti Klara Klaudia Klaus Klára Knut Koen Kofi Koji Konrad Konstantin
Krishna Kristen Kristian Kristin Kristina Kristopher Kristóf Krisztina Krisztián Krystian Krystyna Krzysztof Ksenia
Kseniya Kumar Kurt Květa Kwabena Kwame Kwasi Kyle Kyler Kylie Kálmán Käthe Kåre Lacey Lachlan Ladislav Laetitia Laia
Laila Lajos Lakshmi Lalita Lamar Lamia Landon Laoise Larisa Larissa Lars Larysa Lasse Laszlo Latasha Latifa Latisha
Latoya Laura Lauren Laurence Laurent Lauri Laurie Lavínia Layla Lea Leah Leandro Leanne Leena Leif Leila Leilani Lena
Lenka Lennart Leo Leocadia Leokadia Leon Leonard Leonardo Leonel Leonhard Leonie Leonor Leopold Leopoldo Lerato Leslie
Lesya Leszek Leticia Letizia Letícia Levente Levi Liam Libor Libuše Lidia Lieke Liesbeth Liesel Lihua Lila Lili Liliana
Lillian Lilliana Lina Linda Lindsay Lindsey Linnea Lisa Lisandro Liu Liubov Liudmyla Livia Ljubica Llinos Loic Lola
Lorcan Loredana Lorella Lorena Lorenza Lorenzo Loretta Lothar Lotta Lotte Louis Louisa Louise Lowri Loïc Luana Lubna
Lubomír Luboš Luc Luca Lucas Lucia Luciana Luciano Lucie Lucien Lucille Lucinda Lucrezia Lucy Lucyna Lucía Ludmila
Ludovic Ludwig Luigi Luigia Luis Luisa Luisella Luiz Luiza Luka Lukas Lukasz Luke Lukáš Lupita Lurdes Lutz Luz Luís
Luísa Lydia Lydie Lynn Lyubov Lyudmila László Léon Léonie Lívia Maaike Maarten Maartje Mabel Macarena Machteld Maciej
Macy Madalena Maddalena Madeleine Madeline Madhav Madison Mads Mael Maeve Mafalda Magda Magdalena Magdaléna Maggie
Magnus Maha Mahdi Mahesh Mahmoud Mair Mairi Maite Maja Majid Makayla Makoto Maksim Malachy Malcolm Malgorzata Malia
Malik Malin Mallory Mamadou Mamie Manal Manfred Manish Manisha Manju Manoel Manoj Manon Manuel Manuela Mara Marc Marcel
Marcela Marcelino Marcella Marcello Marcelo Marcin Marco Marcos Marcus Marek Maren Margaret Margareta Margarete
Margarida Margarita Margaux Margherita Margie Margit Margot Marguerite Maria Mariah Mariam Mariana Mariangela Marianna
Marianne Mariano Maribel Maricarmen Maricela Marie Marieke Mariella Marija Marijke Marika Mariko Marilena Marilyn Marina
Mario Mariola Marion Marisa Marisol Marissa Maristela Marit Marius Mariusz Marja Marjatta Marjorie Markku Markus Markéta
Marleen Marlene Marli Marlies Marloes Marlène Marsha Marta Marte Martha Martijn Martim Martin Martina Martine Martín
Marwan Mary Maryam Marzena María Masahiro Masato Massimiliano Massimo Mateo Mateus Mateusz Matheus Mathias Mathieu
Mathilde Matilda Matilde Mats Matteo Matthew Matthias Matthieu Matti Mattia Mattias Matěj Maud Maureen Maurice Mauricio
Maurizio Mauro Maurício Mavis Max Maxence Maxime Maximilian Maximiliano Maxine Maya Maëlle Małgorzata Mbali Mechthild
Meena Meera Megan Mehdi Mehmet Mei Meike Meiling Meirion Melania Melanie Melinda Melissa Melitta Menna Meral Mercedes
Meredith Merete Merja Mette Mhairi Mia Micah Michael Michaela Michal Michał Michel Michela Michele Micheline Michelle
Michiko Midori Mieczysław Mieke Miguel Mihai Mihály Mikael Mike Mikhail Mikkel Mikko Miklós Mikołaj Mila Milada Milan
Mildred Milena Milica Millicent Milos Miloslav Miloš Mina Minato Mindy Ming Minh Minji Minjun Minna Minnie Mira Miranda
Mireille Mirella Miriam Mirjam Mirko Miroslav Mirosław Mirosława Miyuki Moacir Moataz Mogens Mohamed Mohammad Mohammed
Mohan Moira Moises Moisés Mollie Molly Mona Monia Monica Monika Monique Montserrat Morag Morgan Moritz Morris Morten
Morwenna Mounir Moussa Muhammad Mukesh Mulugeta Munir Murad Murali Murat Murdo Muriel Murilo Mustafa Mykhailo Mykola
Myra Myrna Myrtle Máire Márcia Márcio Mátyás Máté Märta Mélanie Mélissa Mónica Mónika Mônica Nabil Nadeem Nadege
Nadezhda Nadia Nadine Nadir Nadiya Nadja Nadège Naděžda Naeem Najib Naledi Nana Nanami Nandini Naoko Naomi Naoto Nasir
Nasreen Nasser Natalia Natalie Nataliya Natalya Natasha Nathalie Nathan Nathaniel Nathália Natsuki Natália Naveen Nawal
Nayeli Nazanin Nazia Neema Neha Neil Nerea Nerys Neusa Nevaeh Ngoc Ngozi Nguyen Nguyet Nhung Nia Niall Niamh Nicholas
Nichole Nick Nicola Nicolas Nicole Nicoletta Nicolette Nicolás Niels Nienke Nigel Niina Nikhil Nikita Niklas Nikolai
Nikolaos Nikolett Nikos Nils Nina Nisha Nitin Nkechi Noah Nobuko Noel Noelia Nolan Nomsa Noor Noora Nora Norbert
Norberto Noriko Norma Norman Noura Noémi Noémie Nuala Nuno Nunzia Nur Nuria Nádia Nádja Nándor Núria Obinna Octavia
Octavio Océane Odette Odile Ofelia Oisin Oisín Oksana Ola Olaf Olalla Olavi Ole Oleg Oleh Oleksandr Oleksandra Olena
Olesya Olga Olgierd Olha Oliver Olivia Olivier Olivér Oliwia Olof Olov Olumide Oluwaseun Oluwaseyi Olwen Olívia Omar
Omari Ondřej Oonagh Orla Orlaith Ornella Orsolya Osama Oscar Osian Oskar Osman Ostap Otakar Othman Ottilie Otto Otávio
Ousmane Owain Owen Pablo Paco Padma Padraic Padraig Pallavi Paloma Pamela Pankaj Paola Paolo Parisa Parveen Pascal
Pascale Pasquale Patrice Patricia Patricio Patrick Patrik Patrizia Patrycja Patrícia Patsy Paul Paula Paulette Paulina
Pauline Paulo Pavel Pavla Pavlína Pawel Paweł Peadar Peder Pedro Peggy Pekka Penelope Pentti Per Pernilla Pernille Peter
Petr Petra Petri Petro Philip Philipp Philippa Philippe Philippine Phillip Phoebe Phuong Phyllis Pia Piera Pierangelo
Pierluigi Piero Pierre Pieter Pietro Pilar Piotr Pirjo Piroska Polina Pooja Prabhu Prakash Pranav Prashant Pratik
Praveen Preethi Preeti Priscila Priscilla Priya Priyanka Priyankaraj Przemysław Pádraig Päivi Péter Qasim Quang Quentin
Rabia Rachael Rachel Rachna Radek Radha Radka Radosław Rafael Rafaela Rafał Raffaele Raffaella Rafiq Raghav Ragnar
Ragnhild Raheem Rahul Raija Raimundo Rainer Raisa Raj Rajan Rajeev Rajesh Rajiv Rakesh Ralf Ralph Ramesh Ramiro Ramon
Ramona Ramón Rana Randall Randi Rania Raphael Raphaël Raquel Rashad Rasheed Rashid Rashida Rashmi Rasmus Raul Ravi
Raymond Raúl Rebeca Rebecca Rebekah Rebekka Regina Reginald Rehana Reijo Reiner Reinhard Reinhardt Reinhold Rekha Renata
Renate Renato Rene Renee Renske Renuka Renáta René Renée Reza Rhiannon Rhodri Rhona Rhonda Rhydian Rhys Riad Rianne
Ricardo Riccardo Richard Riikka Rikke Riko Rima Rina Rishi Rita Ritika Ritu Ritva Rizwan Robert Roberta Roberto Robin
Rochelle Rocio Rocío Rodney Rodolfo Rodrigo Roel Rogelio Roger Rogério Rohan Rohit Roisin Roksana Roksolana Roland Rolf
Romain Roman Romeu Romina Romuald Román Ronald Ronaldo Ronan Ronja Rory Rosa Rosalia Rosalie Rosalind Rosalinda Rosanna
Rosaria Rosario Rosella Rosemary Rosendo Rosetta Roshni Rosie Roslyn Rossana Rossella Rostislav Roswitha Rosângela
Rowena Roxana Roxane Roxanne Ruairi Ruaridh Ruben Rubén Rudi Rudolf Ruediger Ruggero Rui Rukhsana Rune Rupa Ruslan
Ruslana Russell Ruth Ruud Ryan Ryota Ryszard Régine Régis Réka Rémi Rémy Róbert Róisín Rúben Rüdiger Saad Saara Sabah
Sabatino Sabine Sabrina Sachiko Sachin Sade Sadhbh Sadia Sadie Sadiq Saeed Safiya Said Saif Sajid Sakura Saleh Salim
Sally Salma Salome Salvador Salvatore Sam Samah Samantha Samar Samara Samia Samira Samuel Samuele Sana Sancho
Sandeep Sandra Sandrine Sandro Sangeeta Sania Sanjana Sanjay Sanna Sanne Santiago Santino Santosh Saoirse Sara Sarah
Sarita Sarwar Saskia Satish Satoshi Saturnino Saul Saurabh Saverio Sayaka Scarlett Scott Seamus Sean Sebastian
Sebastiano Sebastien Seema Segun Seija Selena Selim Selma Semyon Senthil Seo Seoyeon Seppo Serena Sergei Sergey Sergio
Serhii Settimio Seydou Seán Shabana Shabnam Shaheen Shahid Shalini Shane Shanelle Shanice Shaniqua Shankar Shannon
Sharad Shari Sharon Shaun Shawn Shawna Shazia Sheena Sheila Sherif Sheryl Shigeru Shilpa Shinji Shiori Shira Shirin
Shirley Shivani Shona Shota Shreya Shruti Shu Shweta Sian Sibusiso Siddharth Siegfried Sieglinde Sigmund Signe Sigrid
Sigurd Silke Silvana Silvano Silverio Silvia Silvio Simon Simona Simone Simonetta Simão Simón Sinead Sinéad Siobhan
Siobhán Sipho Sirpa Sissel Siti Siân Sjoerd Slavica Smita Sneha Sofia Sofie Sofiia Sofía Soha Solange Soledad Solomiya
Solveig Solène Sonal Sondra Sonia Sonja Sonsoles Sophia Sophie Soraya Soren Soňa Srinivas Stacey Stacy Stanislav
Stanisława Stefan Stefania Stefano Steffen Steffi Steinar Stella Stellan Stepan Stephan Stephanie Stephany Stephen Steve
Steven Stian Stig Stijn Struan Stuart Sture Stéphane Stéphanie Subramaniam Sudha Sudhir Suhail Sujata Sujin Suleiman
Sumaya Sumit Sungmin Sunil Sunita Sunniva Suresh Susan Susana Susann Susanna Susanne Sushma Suzanne Suzette Svein Sven
Sverre Svetlana Svitlana Swantje Swapna Swati Sybil Sybille Syed Sylvain Sylvaine Sylvia Sylvie Sylwester Sylwia
Szabolcs Szilvia Szymon Sándor Séamus Sébastien Sérgio Séverine Síle Sílvia Sónia Sônia Sören Søren Sławomir Tabitha
Tadashi Tadeu Tadeusz Tadhg Taha Taher Tahir Taina Taiwo Takashi Takeshi Takumi Talal Talia Talita Tamara Tameka Tamer
Tamika Tammy Tamás Tania Tanisha Tanja Tanvi Tanya Tapani Tapio Tara Taras Tariq Tarjei Tarun Tasha Tatiana Tatsuya
Tatyana Taís Tebogo Teemu Tegan Telma Temitope Tendai Teodora Teodoro Teresa Tereza Terhi Terje Terrance Terrell
Terrence Terri Terttu Tessa Tetiana Teun Thabo Thaddeus Thandi Thandiwe Thao Thaís Thelma Themba Theo Theodor Theodora
Theodore Theresa Thiago Thibault Thierry Thijs Thilo Thomas Thora Thorsten Thuy Théo Théophile Thérèse Tiago Tibor
Tiffany Tigist Tijmen Tilo Tim Timo Timofey Timothy Tina Tineke Tiril Tiziana Tiziano Tjeerd Tobias Todd Toivo Tom Tomas
Tomasz Tommaso Tomohiro Tomoko Tomoya Tomás Tomáš Toni Tony Tonya Torbjörn Torbjørn Torgeir Torleif Torstein Torsten
Tove Traci Tracy Traute  Treasa Tremaine Trevor Trinh Trisha Tristan Trond Trudy Truus Trygve Tuan Tuija Tunde
Tuomas Turlough Tuula Tuva Tuyet Tyler Tyree Tyrell Tyrese Tyrone Tânia Tímea Tünde Uche Uchenna Udo Ugochi Ulrich
Ulrike Umar Umberto Umesh Uriel Ursel Ursula Urszula Usama Usha Usman Uwe Vaclav Vadim Vaishali Valdir Valentin
Valentina Valeria Valeriano Valerie Valerio Valery Valéria Valérie Vanda Vandana Vanesa Vanessa Varun Vasco Vasile
Vasilis Vasilisa Vasily Vasudha Vasyl Vegard Veit Venkat Venkatesh Venus Vera Verna Veronica Veronika Verónica Vesa
Vesna Vianney Vicente Vicki Vickie Victor Victoria Victoriano Vidar Vidya Viggo Vijay Vikram Viktor Viktoria Viktoriia
Viktória Vilde Ville Vilmos Vimal Vinay Vincent Vincenza Vincenzo Vineet Vinicius Vinod Vinícius Viola Violeta Violetta
Virginie Viridiana Vishal Vitaly Vittorio Vitória Vivek Vivian Viviana Viviane Vivienne Vladimir Vladimír Vladislav
Vlasta Vojtěch Volker Volodymyr Vyacheslav Václav Vânia Väinö Véronique Vítor Věra Wacław Wael Wafa Walburga Waldemar
Wale Walentyna Walid Walter Waltraud Wanda Wanderley Wanjiru Waseem Wawrzyniec Wei Weiming Wen Wendelin Wendy Werner
Weronika Wesley Whitney Wiebke Wiesław Wiesława Wietske Wiktor Wilfredo Wilfried Wilhelm Willem Willemijn Willi William
Wilma Winfried Winston Wioletta Witold Wojciech Wolfgang Wolfram Wouter Wyatt Władysław Włodzimierz Xander Xavier
Xavière Xiao Xiaoming Ximena Xin Xiomara Xu Yadira Yael Yahya Yan Yang Yannick Yara Yaroslav Yaroslava Yash Yashwant
Yasir Yasmin Yasmine Yasser Yasuko Yegor Yesenia Yetunde Yevgenia Yevhen Yewande Yiannis Ying Yngve Yolanda Yosef Yousef
Youssef Ysabel Yuki Yuko Yulia Yuliana Yuliia Yumi Yumiko Yuri Yuriy Yusra Yusuf Yusuke Yuta Yuting Yvan Yves Yvette
Yvonne Zacarías Zachary Zahid Zahra Zaid Zainab Zainul Zakaria Zaki Zander Zane Zanele Zara Zaria Zbigniew Zbyněk Zdeněk
Zdeňka Zdzisław Zeina Zeinab Zelda Zenon Zeynep Zhang Zhen Ziad Zihan Zinaida Zita Zodwa Zoe Zoey Zofia Zoltan Zoltán
Zoë Zsofia Zsolt Zsuzsanna Zsófia Zubair Zuzana Zuzanna Zygmunt Zélia Álvaro Ángel Ángela Åsa Éabha Éamon Éanna Édouard
Élise Élodie Éloïse Émile Émilie Érica Étienne Íñigo Óscar Ömer Örjan Özge Øystein Úrsula Łucja Łukasz Şebnem Štěpán
Šárka Žaneta
Aafke Aagje Aaltje Aarushi Aatos Abbondio Abdulkadir Abdulmalik Abelone Abimbola Abosede Achieng Achille Achilleas
Adalgisa Adaora Adekunle Adelheid Adelien Ademola Adewale Adriano Adéla Adélaïde Afolabi Afsaneh Agnar Agus Ahmadreza
Ahti Aila Aimo Aimé Ainhoa Aishwarya Aitor Akhil Akinyi Aksel Akshara Aladár Alajos Alarico Alasdhair Albertine Albino
Alceste Alcide Alcides Alexandros Alfhild Alfonsina Algernon Alireza Alois Aloisia Alojzy Alphonse Alžběta Amadeu Amaia
Amarachi Ambroise Ambros Ambrose Ambroży Ambrus Amedeo Amerigo Amirhossein Amitabh Anabella Anacleto Ananth Anargyros
Anaru Anastazja Anatole Anatolij Anaïs Andor Anežka Anfisa Angeliki Anneli Annelien Annelise Annemieke Annet Anniken
Anong Anselm Anselma Anselme Anselmo Antal Antonios Antonín Antônia Anuradha Anurag Anxo Anyango Aparecida Apolinary
Apolline Apollonia Apolonia Apoorva Apostolos Aranka Arantxa Archibald Arend Arezoo Argyro Ariaantje Arie Aristea
Aristide Aristides Aristotelis Arjen Arkadij Arlette Armand Armas Armelle Armida Arnav Arnošt Arnulf Aroha Arrigo
Artemisia Arto Arundhati Arvo Asbjørn Ashkan Ashutosh Aslaug Asma Aspasia Astri Atefeh Athanasia Athanasios Atieno
Atsushi Attilia Aubin Audun Auguste Augustin Augustine Augustyn Aurelia Aurél Avdotya Avinash Ayaka Ayako Ayodele Ayşe
Ayşegül Azita Babajide Bahar Bahram Balaji Baldassarre Baltasar Balthasar Bambang Bamidele Barend Barnaby Barnabás
Bartel Bartholomew Bartholomäus Barthélemy Bartolomeo Bartolomé Barış Basile Bastiaan Bayani Beatus Bedřich Behrouz
Behzad Bence Bendegúz Benedek Benedikta Benedito Benita Berend Berenice Berk Bernadeta Bernadett Bernarda Bernhard
Bertalan Berthe Berthold Bertrand Bhaskar Bhupinder Bieke Bijan Birte Bjarne Blaise Blandine Blanka Blas Blažena Bodil
Boglárka Bogumił Bohdana Bohumila Bolanle Bolesława Bonaventura Bongani Borbála Borislav Botond Boudewijn Bożydar
Božidar Brita Bronislav Bronisława Brunella Brunhilde Brygida Brígida Budi Buhle Burak Burcu Bushra Béatrice Bénédicte
Bülent Büşra Břetislav Caio Calogero Camillo Canan Candelaria Capucine Carmelina Carolien Casilda Casper Caspian
Cassandre Cataldo Cauã Celedonio Celestino Celina Cemal Cengiz Cesira Chaitanya Charulata Chiamaka Chibuzo Chidiebere
Chidinma Chieko Chihiro Chikako Chike Chimamanda Chinonso Chinwe Chirag Chizoba Christelle Christfried Christiaan
Christophe Chrysanthi Chrysoula Chukwudi Cihan Cipriano Ciro Clarence Claudemir Claudine Cleide Clelia Clementina
Clothilde Clotilde Concetta Corazon Cordelia Cordula Cornelis Cornelius Corsin Costanza Crescenzo Crisanto Crispin
Cristoforo Csilla Csongor Cuthbert Cyprian Cyprien Cyril Cyrille Cyrus Cyryl Czesława Cássia Cäcilia Cécile Célestin
Cícero Dagoberto Daisuke Damilola Damodar Danièle Dankwart Davi Dayo Debashish Deepali Defne Delbert Delfina Dempsey
Deolinda Desdemona Desiderio Despina Devendra Dewey Dewi Dhananjay Dharmendra Dietlinde Dieudonné Dieuwke Dilip Dilnoza
Dilys Dimitra Dimitrios Dino Dionisio Dionysia Dirkje Ditte Divina Dobromir Dobroslav Dobrosława Dominika Domonkos
Donatien Donato Dorian Doriana Dorothea Dorte Doutzen Dragomir Drahomíra Drusilla Dénes Désirée Ebele Ebru Ebuka Eckart
Edelgard Edelmira Edeltraut Edilson Edina Edmilson Edmond Edmund Edmée Edna Edurne Eduvigis Edvige Edwina Eefje Eeli
Eemil Eerika Efisio Efosa Efrén Efstathios Eftychia Egbert Egidio Egil Ehrenfried Eiichi Eino Eirini Eisha Eivind
Ekaterini Ekene Eleftheria Eleftherios Elemér Eleonore Eleuterio Elfrida Elham Elide Eligiusz Elisabet Elisabetha
Elisângela Elli Ellinor Elnaz Elsje Elspeth Elwood Elza Emeterio Emiel Emilian Emmeline Emmerich Emrah Emílie Emőke
Encarna Encarnación Eneko Engelbert Engin Enid Enikő Enitan Ephraim Epifanio Ercan Ercole Erdem Erdmute Erkan Erlinda
Erling Ermenegildo Ernestine Ernst Ernő Erol Ersilia Ertuğrul Erwine Erzsi Eshe Eshwar Esin Esko Esmaeil Esme Espen
Estanislao Estefanía Etelka Etsuko Eudokia Eudora Eugène Eulalie Eulogio Eunjung Euphemia Eusebia Eustace Eustachy
Eutimio Evander Evangelia Evangelos Evaristo Evdokia Everett Evert Everton Evžen Eydís Ezio Fabiana Fabricio Fadekemi
Faezeh Fahima Fanni Faramarz Fariba Farzaneh Fatemeh Fatih Fatoumatta Faustine Faustino Fedde Fedor Feliciano Felicitas
Feliks Ferdynand Fereshteh Ferhat Feride Fernand Fernande Fiammetta Figen Fikret Filiberto Filomena Fiorenzo Firdaus
Firmin Firmina Firmino Fitzwilliam Flavie Florencio Florentin Florentyna Floriane Floyd Flurin Flóra Folasade Folkert
Fotini Fotios Francette Francine Franciszka Franziskus Frederieke Fredrika Freek Fridolin Friedbert Friedemann Friedhelm
Friedlinde Frigyes Fritzi Froukje Fruzsina Fryderyk Frøydis Fulgencio Fulvia Fulvio Fumio Fuyuko Félicie Félicien Félix
Galyna Gamze Garyfallia Gaspar Gaspard Gaspare Gaston Gautam Gaute Gauthier Gavriil Gebhard Geertje Geertruida Gellért
Gelsomina Genaro Genivaldo Genki Gennadiy Georgette Gerasimos Gerben Gerhild Gerlind Germain Germaine Germana Gernot
Gero Gerrie Gerson Gertjan Gertraud Gertruda Gertrude Gertrudis Gervais Gesualdo Ghazal Ghislaine Gholam Giacinto Gian
Gianfilippo Gilberte Gildo Giles Gilles Ginette Giordana Giosuè Giovanbattista Girija Girolamo Gisbert Gislaine Gislinde
Gisèle Gitanjali Giuditta Gizem Gjertrud Gladis Gleb Godefroy Godelieve Golnaz Gotthard Gottlieb Gracjan Greer Gregoria
Grigorios Griselda Grégoire Grégory Gualtiero Gudbrand Gudmund Gudula Gugu Gulbrand Gumersindo Gundula Gunhild Gustava
Gustave Gusztáv Guusje Guénolé Guðrún Gwenaëlle Gwendoline Gyöngyi Györgyi Gáspár Géza Gökhan Gülay Gülşen Günay Hadi
Hadwig Hajnalka Hakan Haldis Haleh Halil Hallvard Hamida Hanifa Hannele Hannes Hansjörg Hanspeter Hansruedi Hardik Hari
Harriett Harshad Harshal Harshita Hartwig Haruko Hatice Hauk Hedvig Hedvika Hedwich Heidemarie Heidrun Heimo Heinz
Heleen Helka Helmtrud Heloísa Hemi Hemlata Hendra Hendrika Henriette Hercília Heribert Hermenegildo Hermine Herminia
Hester Hezekiah Hideaki Hidehiko Hideki Hieronim Higinio Hilbert Hilkka Hilmar Hiltrud Himanshu Hine Hinrich Hippolyte
Hipólito Hiroaki Hirofumi Hiromi Hiroyuki Hisako Hisashi Hitomi Hitoshi Hjalmar Hoang Honorata Honoré Horatio Hortensia
Hossein Hrafnhildur Hryhoriy Hubertus Hubrecht Huguette Huib Huibert Humaira Humphrey Hunor Hyacinthe Hyunwoo Hülya
Hüseyin Ibironke Ibolya Ichiro Idowu Iftikhar Iginio Ignaas Ignace Ignacja Ignatius Ignaz Ignazia Ignác Ihsan Iiro
Ijeoma Ikechukwu Ilario Ilda Ildefonso Ilias Ilija Ilka Ilsebill Imtiaz Indira Ingebjørg Ingemar Inghild Ingram Inkeri
Innokentiy Inocencio Inácio Ioanna Ione Iosif Iracema Irini Irja Irmtraud Irén Irénée Isabeau Isamu Ishwar Isidora
Isidore Isobel Italo Itamar Itumeleng Ivar Ivete Ivone Izabella Izydor Iñaki Jabulani Jacenty Jacinta Jacobien Jacomina
Jaehyun Jagannath Jahanara Jair Jalmari Jandira Janka Jannes Jannetje Jannike Jantje Jaromir Jarosława Jarvis Jasmijn
Javad Jayanti Jayesh Jeannine Jedidiah Jeferson Jelte Jeltje Jemima Jenaro Jeremiah Jianguo Jianping Jiaqi Jikke
Jindřiška Jingyi Jiro Jitendra Jitske Jiwoo Jiřina Joaquina Jobst Jocasta Jocelyne Joep Johanneke Jokin Joko Jolien
Jomar Joos Jorgina Jorien Jorma Jorrit Jorunn Josette Josselin Jost Jostein Josune Joséphine Jovan Juhana Juliane
Juliano Jungho Junichi Junjie Jurandir Jurema Jurriaan Jørund Júlia Jürg Jędrzej Kaare Kaavya Kadir Kaede Kagiso Kahu
Kaija Kailash Kaisu Kajetan Kalervo Kalina Kalliope Kalliopi Kamau Kanchan Kanya Karianne Karlheinz Karlijn Karolína
Karthika Kartik Kasper Katri Katrijn Katsumi Katsuo Kaushik Kaveh Kavya Kazimiera Kazuhiro Kazuko Kazuya Keijo Keisuke
Kemal Kenjiro Kenzo Kerem Keshav Ketan Ketil Ketut Kgomotso Khadeeja Khanh Khurram Kimiko Kirstine Kirti Kiyoko Kjellaug
Klaartje Klaas Klaudiusz Klemens Kleofas Kliment Koenraad Kohei Komal Konstantina Konstantinos Konstanty Konstanze Koray
Korbinian Kornel Kornelia Kornél Kosuke Kreszenz Krijn Kristoffer Kryštof Ksawery Kumiko Kunal Kunigunde Kuno Kuzma
Květoslava Kwaku Kyllikki Kyoko Kyriaki Kyriakos Kyungsoo Kyösti Kátia Käte Köbi Laleh Lalitha Lamberto Lambros Lammert
Lauretta Laurits Lauro Lavanya Lavinia Lazare Leandra Leberecht Leendert Leevi Lefteris Lehel Leire Leiv Lempi Leocadio
Leonarda Leoncio Leonid Leonida Leonidas Leopoldina Leopoldine Leovigildo Letitia Levent Leyla Liane Lieselotte Liesje
Lieve Ligaya Lijuan Liliane Lilla Lindalva Lindiwe Lingling Linh Lino Lionel Lisanne Liselotte Livio Lodewijk Loes
Lorenz Lorraine Losa Lubomir Lucette Luciene Lucienne Lucjan Lucretia Ludger Ludivina Ludivine Ludmilla Ludmyla Ludovica
Ludovico Ludovika Ludvig Ludwik Ludwika Luitpold Lumír Luuk Luzia Lwazi Lysander Lyuba Lázaro Léandre Léopold Lóránt
Lúcia Macario Machiel Madhavi Madhuri Magali Magdalene Magdolna Magnhild Mahendra Mahnaz Mahsa Maialen Maija Maike
Maiken Makar Makena Maksym Maksymilian Malachi Malee Mallika Mamoru Manabu Manaia Mandla Manfredi Manjula Manlio Manrico
Marceau Marcelina Marcelle Marcelline Marciano Marfa Margrethe Marguerita Mariarosa Maribelle Maricel Maricruz Marielle
Marijn Marinette Marios Maripaz Mariza Marjo Marjolein Marlis Marmaduke Martial Martino Martti Maryse Maryvonne Masaaki
Masaki Masako Masao Masashi Masayuki Masoud Massimiliana Mathilda Mathurin Matouš Matthijs Matvei Matías Mauno Maurilio
Maurycy Maximino Maximus Mayumi Meenakshi Mefodiy Megumi Mehran Mehrdad Meifang Meindert Meinhard Meinrad Melchior
Melchora Mele Melek Meltem Melvin Menno Mere Merethe Merve Mervyn Meryem Mesut Metin Metody Michiel Michio Mieczysława
Mieko Milind Millard Milorad Miloslava Miltiadis Miluše Minakshi Mingyu Minho Minoo Minseo Miodrag Mirjami Miroslava
Mitrofan Mitsuko Mitsuo Miyako Mizuki Mohsen Mojmír Mojtaba Momoko Momčilo Morena Morgane Morio Morteza Motoko Mpho
Mridula Mrinal Mstislav Mthunzi Mukund Mumtaz Munira Mwangi Myriam Myron Márton Mélisande Müge Nadifa Nafisa Nagaraj
Naghmeh Nagisa Nair Najma Nalini Namrata Nandi Narciso Narcisse Narendra Nargis Nasim Nasrin Nastasya Nathanael
Nathanaël Nattapong Navya Nazario Nazlı Necati Neelam Neeltje Neeraj Negar Nehemiah Neide Nektarios Nelleke Nello
Nemesio Nerina Nesrin Nevin Neşe Ngaio Ngan Nicodemo Nicodemus Niek Nieves Nihat Niilo Nikifor Nikodem Nikola Nikolay
Nilesh Nilgün Nilton Nilufar Nirmala Nishant Nivaldo Njeri Njål Nkosana Nnamdi Nneka Nobuo Nobuyuki Noemi Nomvula
Nonhlanhla Norio Nosheen Notburga Ntombi Nunzio Nuray Nurcan Nuri Nurul Nwabueze Nyambura Nynke Nyoman Nóra Oanh Obdulia
Octavian Oddny Oddvar Odete Odilon Odysseus Ogechi Oihane Okan Okechukwu Olamide Olaug Olav Olayinka Oldřich Oldřiška
Olegario Olindo Oluf Oluwadamilola Oluwatobi Omid Omolara Omprakash Onofra Onofre Onorina Onufry Onur Onyeka Ophelia
Ophélie Orazio Orhan Oriane Orietta Orsola Orson Ortrud Ortwin Orville Orvokki Osamu Osmo Osvalda Osvaldo Oswald Otieno
Otis Otmar Ottar Ottavia Ottavio Ottfried Ottmar Ottoline Ottó Otylia Outi Ozan Oğuz Padmini Palesa Palmira Panagiota
Panagiotis Pankracy Pankraz Pantaleo Paraskevi Parvez Parvin Pascual Pascuala Pasqualina Patrizio Pauwel Pavlo Payam
Pegah Pelagia Pelin Pellegrino Percival Peregrine Periklis Perpetua Perrine Pertti Petronela Petronella Petros Peyman
Philibert Philomena Phineas Phuc Piedade Piergiorgio Pierrette Pierrick Pieternel Pimchanok Pirkko Pirmin Pita Placido
Pleun Plácido Polyxeni Pompeo Prabhakar Pradeep Pradip Pramod Prasert Praskovya Pratibha Prokhor Prudencia Purificación
Purnima Putri Pálma Pınar Qiang Quincy Quintino Quinton Quirijn Quirino Quiteria Quitéria Quoc Quynh Rachelle Radmila
Radomír Radovan Raghunath Ragna Rahim Rahima Raimo Raimondo Raimund Raimunda Rajendra Rajmund Ramachandran Ramazan Ramin
Randolph Rangi Ranjit Ratko Ravindra Raymonde Razia Recep Refilwe Reginaldo Regula Reidar Reidun Reiko Reinaldo Reinhild
Reinier Reinout Remigio Renan Renaud Renzo Rethabile Reto Reuben Rezső Richárd Rigoberto Riku Rishabh Ritsuko Rizalino
Rizky Roderick Rodolphe Roelof Rohini Rolande Romane Romualdo Roopa Rosalba Rosalía Rosamund Roselyne Rosemarie Rosilda
Rosmarie Rostyslav Roya Rozalia Rozália Rubens Ruedi Ruel Rufino Rufus Ruhollah Rukmini Ruolan Rupert Ruprecht Rutger
Rutherford Ryoichi Ryosuke Ryuichi Rózsa Rötger Rıza Růžena Sabina Sabri Saburo Sadaf Sadao Sahil Saima Sajjad Sakina
Salman Salomé Salvadora Salvatora Samir Sanaz Sanghoon Sanjeev Santina Sarolta Satoko Satoru Saveliy Savitri Schorsch
Sebald Sebastiana Sefako Segismundo Selwyn Selçuk Seojun Sepideh Serafino Serafín Serap Seraphina Serdar Serhiy Serkan
Setsuko Seungmin Sevda Severiano Severino Sevgi Sevim Shahnaz Shahram Shailesh Shaista Shamim Sharmila Shashi Sheema
Sheldon Shigeo Shinichi Shinobu Shobha Shoichi Shoko Shufen Shuichi Siamak Sibel Sidonie Siebe Siegbert Siegmund Siegrid
Sietske Sigbjørn Sigfrid Sigfrido Sigismund Sigrun Sijmen Silas Silvestro Sima Siméon Sinan Sindre Sione Siosaia
Siphokazi Siriporn Sirkka Siro Sixtus Siyu Sizwe Sjaak Slamet Slobodan Snežana Snorre Soheil Soile Sointu Soizic Solenne
Solomon Solvår Somchai Somsak Sotiria Sotirios Spyridon Spyridoula Spyros Sridhar Stamatis Stanislas Stanislaus
Stanislava Stavroula Stelios Stylianos Suat Subhash Suda Sudarshan Suharto Sukhdeep Sumiko Sumitra Sundar Sunhee Suraj
Surinder Sushila Susumu Suvi Svanhild Svatopluk Svetislav Svyatoslav Světlana Swapnil Sylvester Sylvette Synnøve
Szczepan Szilveszter Szilárd Süleyman Sławomira Tafadzwa Tahira Taichi Tainá Taisiya Taisto Takahiro Takako Takayuki
Tallulah Tamiko Tamsin Tancredi Tane Tanguy Tansu Taraneh Tarja Tarık Tatiane Tatsuo Tavita Tayfun Telmo Teodolinda
Teofil Terezinha Teruo Terézia Tetsuya Teunis Teuvo Tevita Teófilo Thabiso Thanasis Thanh Thea Themistoklis Theodoros
Theodosia Theofanis Theophilus Theresia Thibaut Thorbjørn Thorvald Thulani Théodore Tiemen Tihamér Tihomir Tikhon
Timoteo Timothée Tinashe Tiphaine Titilayo Tivadar Tjalling Tjitske Tochukwu Tolga Tordis Torfinn Torhild Toribio
Torquil Toru Torunn Toshiaki Toshiko Toshio Toussaint Trang Traudel Traugott Trifun Trijntje Trine Trung Trupti Tsubasa
Tsuneo Tsuyoshi Tuba Tullio Tumelo Tuncay Turgut Turid Tuuli Tymoteusz Tytus Tülay Ubaldo Ubbo Ubirajara Uday Ueli
Ujjwal Ulderico Ulrikke Ulyana Ulysse Ulysses Unai Unni Urho Urpo Ursule Uğur Vaishnavi Valdemar Valentine Valentino
Valerian Valtteri Valère Varsha Vasant Vasil Vasiliki Vasilios Vasiliy Vassilis Vebjørn Veerle Veijo Veikko Velimir
Venancio Vendel Vendula Venla Vernon Veselin Vicenta Victoire Victorine Vigdis Vikas Viktoriya Vilhelm Vilho Vilma Vilém
Vimala Vincentius Vinh Vinzenz Virgil Virgilio Virginio Virág Vitaliy Vito Vittore Vivien Vladimíra Vladyslav Vlastimil
Volkan Volkmar Vratislav Vreni Vsevolod Vuokko Vítězslav Wahyu Waldo Waldtraut Walenty Wambui Wangari Wayan Wenceslao
Wendell Wenjie Wenzel Wichai Wiebe Wieland Wigbert Wilbert Wilfred Wilhelmina Wilhelmus Willa Willard Willibald Wincenty
Winifred Winona Wiremu Wolfhard Wout Wubbo Wulan Xabier Xanthe Xaver Xenophon Xiaohong Xiaoli Xiaoyan Xinyi Xiuying Xuan
Yago Yakov Yamini Yann Yasaman Yasemin Yasuo Yavuz Yefim Yejin Yelena Yelizaveta Yevgeny Yichen Yifan Yingying Yiğit
Ymke Yngvar Yogesh Yoichi Yoko Yolande Yoshiaki Yoshiko Yoshio Youko Youngja Youngsoo Yrjö Yuchen Yuichi Yukari Yukie
Yukiko Yukio Yulan Yuliya Yutaka Yuuki Yuxuan Yılmaz Zachariah Zacharie Zacharoula Zaira Zdravko Zebedee Zehra Zeki
Zenobia Zenzi Zhenhua Zhiwei Zhiyong Zilda Zixuan Zlatan Zlatko Zohreh Zoran Zorica Zsigmond Zubaida Zuleica Zulema
Zulfiqar Zwaantje Zéphyrin Zübeyde Ágnes Ákos Árpád Åshild Élisabeth Éléonore Émeline Évelyne Özgür Özlem Øivind Ørjan
Ümit Čeněk İbrahim İlker İpek İsmail Şenol Şeyma Şükrü Šimon Željko Živko Žofie
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
