"""Questions made into statements by rules: a table written by hand."""

import pytest

from smile.preparation.statements import statement

# question | answer | statement; "-" where no rule fits and the question is left as it is.
TABLE = """
What is the capital of France? | Paris | The capital of France is Paris.
what is the capital of togo | Lome | The capital of togo is Lome.
What's the tallest mountain in Europe? | Mount Elbrus | The tallest mountain in Europe is Mount Elbrus.
What was the first film with sound? | The Jazz Singer | The first film with sound was The Jazz Singer.
What are the colours of this flag? | green, white and orange | The colours of this flag are green, white and orange.
What were the Wright brothers known for? | flying | The Wright brothers were known for flying.
What is the study of birds called? | ornithology | The study of birds is called ornithology.
What is a young swan called? | a cygnet | A young swan is called a cygnet.
What is the movie about? | a shark | The movie is about a shark.
What is a sextant used for? | navigation | A sextant is used for navigation.
What is in the box? | a cat | A cat is in the box.
What is hanging on the wall? | a clock | A clock is hanging on the wall.
what is on the table | a lamp | A lamp is on the table.
What is there behind the door? | a broom | There is a broom behind the door.
What color is the car? | red | The car is red.
What colour are the curtains? | blue | The curtains are blue.
What nationality was Chopin? | Polish | Chopin was Polish.
What kind of animal is a terrapin? | a turtle | A terrapin is a turtle.
which journalist first told the world about it | Seymour Hersh | Seymour Hersh first told the world about it.
What country is Timbuktu in? | Mali | Timbuktu is in Mali.
What film was he nominated for? | Gandhi | He was nominated for Gandhi.
What year was the Eiffel Tower built? | 1889 | The Eiffel Tower was built in 1889.
What day is the fair held? | Monday | The fair is held on Monday.
What year did the war end? | 1945 | The war ended in 1945.
What time does the shop open? | 9 am | The shop opens 9 am.
What did Edison invent? | the phonograph | Edison invented the phonograph.
What did Marie Curie discover in 1898? | radium | Marie Curie discovered radium in 1898.
What does NATO stand for? | North Atlantic Treaty Organization | NATO stands for North Atlantic Treaty Organization.
what do pandas eat | bamboo | Pandas eat bamboo.
What does the man have in his hand? | an umbrella | The man has an umbrella in his hand.
what does a carpenter work with | wood | A carpenter works with wood.
What causes tides? | the moon | The moon causes tides.
what caused the fire | a candle | A candle caused the fire.
What can you see from the tower? | the sea | You can see the sea from the tower.
What can cause rust? | water | Water can cause rust.
What should I wear to the opera? | a suit | I should wear a suit to the opera.
What has four legs? | a table | A table has four legs.
What has the committee decided? | to wait | The committee has decided to wait.
What king was beheaded in 1649? | Charles I | Charles I was beheaded in 1649.
What song is played at the end? | Hallelujah | Hallelujah is played at the end.
What British ship sank in 1912? | the Titanic | The Titanic sank in 1912.
What nfl player has the most rings | Charles Haley | Charles Haley has the most rings.
What happened in 1066? | the Battle of Hastings | The Battle of Hastings happened in 1066.
who got the first nobel prize in physics | Wilhelm Rontgen | Wilhelm Rontgen got the first nobel prize in physics.
Who wrote Hamlet? | William Shakespeare | William Shakespeare wrote Hamlet.
who sings the song yellow | Coldplay | Coldplay sings the song yellow.
who plays mr wilson in dennis the menace | Joseph Kearns | Joseph Kearns plays mr wilson in dennis the menace.
Who is the president of Chile? | Gabriel Boric | The president of Chile is Gabriel Boric.
who is the actor that plays ducky on ncis | David McCallum | The actor that plays ducky on ncis is David McCallum.
who's the original singer of help | John Lennon | The original singer of help is John Lennon.
Who was elected president in 1860? | Abraham Lincoln | Abraham Lincoln was elected president in 1860.
Who was first to fly to Mars? | Elon Dusk | Elon Dusk was first to fly to Mars.
who is in charge of the navy | the admiral | The admiral is in charge of the navy.
Who is riding the horse? | a girl | A girl is riding the horse.
Who was the prize given to? | Anna | The prize was given to Anna.
who has won the most grand slams | Novak Djokovic | Novak Djokovic has won the most grand slams.
who has the most receiving yards in nfl history | Jerry Rice | Jerry Rice has the most receiving yards in nfl history.
Who had a hit with Valentine? | T'Pau | T'Pau had a hit with Valentine.
who can declare war | Congress | Congress can declare war.
Who did Germany defeat to win the 1990 World Cup? | Argentina | Germany defeated Argentina to win the 1990 World Cup.
Who did she marry? | Prince Albert | She married Prince Albert.
who did the voice of aladdin | Scott Weinger | Scott Weinger did the voice of aladdin.
Who does Homer work for? | Mr Burns | Homer works for Mr Burns.
Whom did Brutus kill? | Caesar | Brutus killed Caesar.
To whom was the letter sent? | the king | The letter was sent to the king.
Who will replace him? | his deputy | His deputy will replace him.
When was the Battle of Hastings? | 1066 | The Battle of Hastings was in 1066.
when was the first dark tower book published | 1982 | The first dark tower book was published in 1982.
When was Mozart born? | 27 January 1756 | Mozart was born on 27 January 1756.
when is the fourth of july parade held | July 4 | The fourth of july parade is held on July 4.
When did the Berlin Wall fall? | November 9, 1989 | The Berlin Wall fell on November 9, 1989.
when did toyota first come to the united states | 1957 | Toyota first came to the united states in 1957.
when did they stop making pull tabs on beer cans | the 1970s | They stopped making pull tabs on beer cans in the 1970s.
when does the next season come out | March 2019 | The next season comes out in March 2019.
when was the last time the cubs won the world series | 2016 | The last time the cubs won the world series was 2016.
When will the comet return? | 2061 | The comet will return in 2061.
When has he been in London? | in May | He has been in London in May.
when did the war start and end | 1914 and 1918 | The war started and ended in 1914 and 1918.
When do bears sleep? | in winter | Bears sleep in winter.
When does the museum open? | every Monday | The museum opens every Monday.
Where is the Louvre? | Paris | The Louvre is in Paris.
where is the movie the shining set | Colorado | The movie the shining is set in Colorado.
Where was Napoleon born? | Corsica | Napoleon was born in Corsica.
Where is the cup? | on the table | The cup is on the table.
where did students for a democratic society start | Ann Arbor | Students for a democratic society started in Ann Arbor.
Where does the Danube flow to? | the Black Sea | The Danube flows to the Black Sea.
where does the last name smith come from | England | The last name smith comes from England.
Where does she come from in Australia? | Perth | She comes from Perth in Australia.
where do the birds go | Africa | The birds go to Africa.
Where can you buy stamps? | the post office | You can buy stamps in the post office.
Where are there pyramids? | Egypt | There are pyramids in Egypt.
where in the body is insulin made | the pancreas | -
Why is the sky blue? | light is scattered | The sky is blue because light is scattered.
Why did the dinosaurs die out? | an asteroid hit the earth | The dinosaurs died out because an asteroid hit the earth.
why do leaves change color | because they lose chlorophyll | Leaves change color because they lose chlorophyll.
why do we have leap years | to keep the calendar in step | We have leap years to keep the calendar in step.
How many planets are there in the solar system? | eight | There are eight planets in the solar system.
How many strings does a violin have? | four | A violin has four strings.
how many episodes in season 2 of fargo | 10 | There are 10 episodes in season 2 of fargo.
how many episodes are in season 1 | 13 episodes | 13 episodes are in season 1.
How many people live in Iceland? | 370,000 | 370,000 people live in Iceland.
how many players are on a cricket team | 11 | 11 players are on a cricket team.
How many goals has Pele scored? | 767 | Pele has scored 767 goals.
how many times did he win the tour | seven | He won the tour seven times.
How many dogs were found? | three | Three dogs were found.
How many books did she write in 1990? | two | She wrote two books in 1990.
How much does the ticket cost? | five euros | The ticket costs five euros.
How much is the fee? | $5 | The fee is $5.
How old is the Earth? | 4.5 billion years | The Earth is 4.5 billion years.
how tall is mount everest | 8,849 m | Mount everest is 8,849 m.
how long did the hundred years war last | 116 years | The hundred years war lasted 116 years.
How far is the Moon? | 384,400 km | The Moon is 384,400 km.
How did Cleopatra die? | by suicide | Cleopatra died by suicide.
How is salt made? | by evaporation | Salt is made by evaporation.
How is Istanbul also known? | Constantinople | Istanbul is also known as Constantinople.
Which country won the 1998 World Cup? | France | France won the 1998 World Cup.
Which is the largest lake in Africa? | Lake Victoria | The largest lake in Africa is Lake Victoria.
Which river flows through London? | the Thames | The Thames flows through London.
which layer of the osi model handles physical addressing | layer 2 | Layer 2 handles physical addressing.
Which ship did Drake command against the Armada? | the Revenge | Drake commanded the Revenge against the Armada.
Which planet is known as the Red Planet? | Mars | Mars is known as the Red Planet.
Which animal is the fastest on land? | the cheetah | The cheetah is the fastest on land.
Which of the seven wonders still stands? | the Great Pyramid | The Great Pyramid still stands.
Which three years were the worst? | 1929 to 1931 | 1929 to 1931 were the worst.
In which year did the First World War begin? | 1914 | The First World War began in 1914.
In which country is Lake Como? | Italy | Lake Como is in Italy.
in which country were the two battles of el alamein fought | Egypt | The two battles of el alamein were fought in Egypt.
On which island is Faliraki? | Rhodes | Faliraki is on Rhodes.
From which wood is a cricket bat traditionally made? | willow | A cricket bat is traditionally made from willow.
By what name is Samuel Clemens known? | Mark Twain | Samuel Clemens is known by Mark Twain.
In which village is there only one pub? | Aston | There is only one pub in Aston.
In what city will the games take place? | Rome | The games will take place in Rome.
In Greek mythology, who was the father of Zeus? | Cronus | In Greek mythology, the father of Zeus was Cronus.
On TV who played the detective Jim Rockford? | James Garner | On TV James Garner played the detective Jim Rockford.
In humans, which part of the body does it affect? | the elbow | In humans, it affects the elbow.
He died in 1791. What was his last work? | the Requiem | He died in 1791. His last work was the Requiem.
Parker was chauffeur to whom? | Lady Penelope | Parker was chauffeur to Lady Penelope.
The wine Bull's Blood is produced in which country? | Hungary | The wine Bull's Blood is produced in Hungary.
Gary and Mark are members of which British band? | Take That | Gary and Mark are members of Take That.
The dish is named after who? | a singer | The dish is named after a singer.
"What is the name of the ""Queen of Soul""?" | Aretha Franklin | The name of the "Queen of Soul" is Aretha Franklin.
Name the only mammal that can fly. | the bat | The only mammal that can fly is the bat.
Is there a bowl? | no | There is no bowl.
Is there a bowl? | yes | Yes, there is a bowl.
Are there any people in the picture? | no | There are no people in the picture.
is there water on mars | yes | Yes, there is water on mars.
Is the sky blue? | Yes | Yes, the sky is blue.
Is the man wearing a hat? | no | No, the man is not wearing a hat.
Is Paris the capital of Italy? | no | No, Paris is not the capital of Italy.
Are the two dogs on the sofa? | yes | Yes, the two dogs are on the sofa.
Is this a cat? | no | No, this is not a cat.
Is it raining? | yes | Yes, it is raining.
Was Napoleon born in France? | false | False, Napoleon was not born in France.
Was the battle of Waterloo fought in Belgium? | true | True, the battle of Waterloo was fought in Belgium.
Isn't the door open? | yes | Yes, the door is open.
Does the dog have a collar? | yes | Yes, the dog has a collar.
Does the dog have a collar? | no | No, the dog does not have a collar.
Did Edison invent the telephone? | no | No, Edison did not invent the telephone.
did the beatles play at shea stadium | yes | Yes, the beatles played at shea stadium.
Do penguins fly? | no | No, penguins do not fly.
Can penguins fly? | no | No, penguins can not fly.
can you take a dog on the train | yes | Yes, you can take a dog on the train.
Has the train left? | yes | Yes, the train has left.
Have they eaten the cake? | no | No, they have not eaten the cake.
Will it rain tomorrow? | yes | Yes, it will rain tomorrow.
Is the cat black or white? | white | The cat is white.
most runs ever scored in a mlb inning | 18 | -
one piece episode 534 release date | 2012 | -
Whose ear was cut off? | van Gogh's | -
Is it? | yes | -
Is the sky blue? | at night | -
What? | nothing | -
"""
ROWS = [tuple(cell.strip() for cell in line.split(" | ")) for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize(("question", "answer", "expected"), ROWS)
def test_states_the_answer(question: str, answer: str, expected: str) -> None:
    assert statement(question, answer) == (None if expected == "-" else expected)


def test_an_answer_that_is_a_sentence_keeps_its_one_full_stop() -> None:
    assert statement("Why is it dark?", "It is night.") == "It is dark because It is night."
    assert statement("What is the time?", "9 a.m.") == "The time is 9 a.m."


@pytest.mark.parametrize("text", ["", "?", '"', '""', "who", "how many", "in which", "is", "name the", ",", ". what"])
def test_takes_any_text_for_a_question(text: str) -> None:
    assert statement(text, "Paris") is None


def test_takes_an_answer_of_any_shape() -> None:
    assert statement("Who won?", "...") == "... won."
    assert statement("What is it?", " ") is None
