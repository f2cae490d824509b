"""Questions as people ask them, by the whole way with the default models: talk, and steps from text to text.

A conversation is asked for by who said what, while its texts name whom they are said to. Steps lead from what a
question names to what it means: the director of a film, the father of a father, two things that are compared.
"""

from collections.abc import Iterator

import pytest

from graphmem import Memory, Principal
from graphmem.model.scope import Role

ME = Principal(tenant="t", namespaces=("global",), roles=frozenset(Role), name="t")

TALK = [
    ("Nora", "2023-05-08", "Hey Sam! I finally signed up for that pottery class yesterday. So excited!"),
    ("Sam", "2023-05-08", "That's great, Nora! I went to a parents' evening at the school last Friday, it was long."),
    ("Nora", "2023-05-08", "How was it? I took my kids to the aquarium last week, they loved the seahorses."),
    ("Sam", "2023-05-08", "Fun! I've been painting since 2019, mostly landscapes."),
    ("Nora", "2023-06-12", "My grandma gave me this bracelet when I turned 18. It stands for courage."),
    ("Sam", "2023-06-12", "Beautiful. I adopted a puppy two days ago, her name is Pixel."),
    ("Nora", "2023-06-12", "Aww! We're going camping next month at Lake Orre."),
    ("Sam", "2023-06-12", "I ran a charity race for mental health on Saturday."),
    ("Nora", "2023-08-20", "I applied to adoption agencies last month! My friend Lena helped me."),
    ("Sam", "2023-08-20", "Wow. I started swimming lessons with my daughter; she turned 9 in July."),
    (
        "Nora",
        "2023-08-20",
        'I read "The Silver Kite" - it made me think of home. I moved here from Finland four years ago.',
    ),
    ("Sam", "2023-08-20", "I lost my job at the bank in June, so I'm opening a bike repair shop."),
]
ASKED = [
    ("When did Nora sign up for the pottery class?", 0),
    ("What did Sam attend at the school?", 1),
    ("Where did Nora take her kids?", 2),
    ("How long has Sam been painting?", 3),
    ("Who gave Nora the bracelet?", 4),
    ("What pet does Sam have?", 5),
    ("Where is Nora planning to camp?", 6),
    ("When did Sam run the charity race?", 7),
    ("Who supports Nora with adoption?", 8),
    ("How old is Sam's daughter?", 9),
    ("Which book did Nora read?", 10),
    ("When did Sam lose his job?", 11),
    ("What did Nora do in May 2023?", 0),
]

# Two friends over half a year, whose turns name one another more often than themselves.
LONG_TALK = [
    ("Marisol", "2022-11-05", "Hey Dev, long time! How's the band going?"),
    ("Dev", "2022-11-05", "Hi Marisol! We play every Thursday now, I'm on bass."),
    ("Marisol", "2022-11-05", "I just got back from a trip to Lisbon with my sister."),
    ("Dev", "2022-11-05", "Lisbon! I've always wanted to go. My dream is Japan though."),
    ("Marisol", "2022-11-05", "My favourite dish there was grilled sardines."),
    ("Dev", "2022-11-05", "I can't eat fish, I'm allergic. I had tacos last night."),
    ("Marisol", "2022-11-05", "I'm taking a ceramics course on weekends, it calms me down."),
    ("Dev", "2022-11-05", "Nice. I use running to de-stress, mostly along the river."),
    ("Marisol", "2022-12-20", "Guess what, I got promoted to head nurse last Monday!"),
    ("Dev", "2022-12-20", "Congrats Marisol! I'm still looking for a job after the layoff in October."),
    ("Marisol", "2022-12-20", "My nephew Teo turned three. We gave him a wooden train."),
    ("Dev", "2022-12-20", "My dog Biscuit ate the Christmas cookies."),
    ("Marisol", "2022-12-20", "I volunteer at the food bank on Sundays since last winter."),
    ("Dev", "2022-12-20", "I coach a kids' football team; we won our first match yesterday."),
    ("Marisol", "2023-02-14", "I painted a sunset for my mother, she cried."),
    ("Dev", "2023-02-14", "I finally got hired! Starting as a data analyst at a hospital on March 1."),
    ("Marisol", "2023-02-14", "We should celebrate. I've been reading 'Night Harvest' this month."),
    ("Dev", "2023-02-14", "I'm reading a biography of a cyclist. Also I broke my wrist last week skating."),
    ("Marisol", "2023-02-14", "Oh no Dev! I had a broken ankle in 2016, it took months."),
    ("Dev", "2023-05-02", "I moved in with my girlfriend Anika two weeks ago."),
    ("Marisol", "2023-05-02", "I adopted a second cat, a grey one called Plum."),
    ("Dev", "2023-05-02", "Anika and I are getting married next spring in Goa!"),
    ("Marisol", "2023-05-02", "Wonderful! I'm flying to Mexico in July to see my grandparents."),
    ("Dev", "2023-05-02", "The band broke up, sadly, so I started learning piano."),
]
LONG_ASKED = [
    ("What instrument did Dev play in the band?", 1),
    ("When did Marisol go to Lisbon?", 2),
    ("Which country does Dev dream of visiting?", 3),
    ("What food is Dev allergic to?", 5),
    ("What does Marisol do to relax?", 6),
    ("What does Dev do to destress?", 7),
    ("What is Marisol's job?", 8),
    ("When did Dev lose his job?", 9),
    ("How old is Marisol's nephew?", 10),
    ("Where does Marisol volunteer?", 12),
    ("What book is Marisol reading in February 2023?", 16),
    ("What injury did Dev have?", 17),
    ("What injury did Marisol suffer in the past?", 18),
    ("Who is Dev's partner?", 19),
    ("What pets does Marisol have?", 20),
    ("Where will Dev's wedding take place?", 21),
    ("What did Dev do in December 2022?", 13),
    ("How does Marisol help her community?", 12),
]

TEXTS = {
    "Harbour Lights (film)": "Harbour Lights is a 1954 Danish drama film directed by Ivo Brandt, starring Karin Holm.",
    "The Quiet Mill": "The Quiet Mill is a 1961 Norwegian comedy film directed by Lena Sorby.",
    "Ivo Brandt": "Ivo Brandt (3 May 1901 – 9 June 1977) was a film director, born in Odense.",
    "Lena Sorby": "Lena Sorby (born 12 February 1920 in Bergen; died 1999) was a film director.",
    "Aldric II, Duke of Vesmar": "Aldric II was Duke of Vesmar, the eldest son of Roland of Vesmar and Maud of Tirn.",
    "Roland of Vesmar": "Roland of Vesmar (1281–1330) was the son of Count Baldwin the Stout and his wife Adela.",
    "Baldwin the Stout": "Baldwin the Stout (died 4 March 1299) was Count of Vesmar from 1270.",
    "Maud of Tirn": "Maud of Tirn (c. 1288 – 1340) was a noblewoman, daughter of Hugo of Tirn.",
    "Northern Bells": '"Northern Bells" is a song composed by Peder Vinje and first sung by Tone Lie.',
    "Peder Vinje": "Peder Vinje was a Norwegian composer. He received the Orre Prize in 1988.",
    "Sable Creek": "Sable Creek is a 1998 crime film directed by Marcus Dell.",
    "Marcus Dell": "Marcus Dell is an American director. He is married to actress Joan Pike.",
    "Joan Pike": "Joan Pike is an actress who was born in Leeds, England.",
    "Eastmoor Quarry": "Eastmoor Quarry is a limestone quarry in the district of Helm.",
    "Westmoor Quarry": "Westmoor Quarry is a slate quarry in the district of Tarn.",
    **{
        f"Film {n}": f"Film {n} is a {1930 + n} film directed by Director {n % 7}. It was made in Hull."
        for n in range(20)
    },
    **{f"Count {n} of Horn": f"Count {n} of Horn ({1200 + n}–{1260 + n}) was a nobleman." for n in range(20)},
}
STEPS = [
    ("Which film came out first, Harbour Lights or The Quiet Mill?", {"Harbour Lights (film)", "The Quiet Mill"}),
    (
        "Which film has the director who was born first, Harbour Lights or The Quiet Mill?",
        {"Harbour Lights (film)", "The Quiet Mill", "Ivo Brandt", "Lena Sorby"},
    ),
    (
        "Who is the paternal grandfather of Aldric Ii, Duke Of Vesmar?",
        {"Aldric II, Duke of Vesmar", "Roland of Vesmar"},
    ),
    ("Who is Aldric II, Duke of Vesmar's maternal grandfather?", {"Aldric II, Duke of Vesmar", "Maud of Tirn"}),
    ("When did the father of Roland Of Vesmar die?", {"Roland of Vesmar", "Baldwin the Stout"}),
    ("What award did the composer of song Northern Bells receive?", {"Northern Bells", "Peder Vinje"}),
    ("Where was the wife of Sable Creek's director born?", {"Sable Creek", "Marcus Dell", "Joan Pike"}),
    ("who is the spouse of the director of film sable creek?", {"Sable Creek", "Marcus Dell"}),
    ("Are Eastmoor Quarry and Westmoor Quarry in the same district?", {"Eastmoor Quarry", "Westmoor Quarry"}),
]


def _tell(memory: Memory, turns: list[tuple[str, str, str]]) -> None:
    memory.ingest([
        {
            "text": text, "speaker": who, "observed_at": f"{day}T10:00:00Z", "session_id": day,
            "external_id": str(number), "content_type": "interaction", "expires_at": "2199-01-01",
        }
        for number, (who, day, text) in enumerate(turns)
    ])  # fmt: skip


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory.open(f"sqlite:///{tmp_path_factory.mktemp('talk')}/store.db", ME) as memory:
        _tell(memory, TALK)
        yield memory


@pytest.fixture(scope="module")
def long_talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory.open(f"sqlite:///{tmp_path_factory.mktemp('long_talk')}/store.db", ME) as memory:
        _tell(memory, LONG_TALK)
        yield memory


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory.open(f"sqlite:///{tmp_path_factory.mktemp('texts')}/store.db", ME) as memory:
        memory.ingest([{"text": text, "title": title, "external_id": title} for title, text in TEXTS.items()])
        yield memory


@pytest.mark.parametrize(("question", "answer"), ASKED)
def test_what_one_of_two_said_comes_first(talk: Memory, question: str, answer: int) -> None:
    assert talk.search(question, k=5).hits[0].external_id == str(answer)


@pytest.mark.parametrize(("question", "answer"), LONG_ASKED)
def test_what_one_of_two_said_is_among_the_first_three(long_talk: Memory, question: str, answer: int) -> None:
    assert str(answer) in [hit.external_id for hit in long_talk.search(question, k=3).hits]


@pytest.mark.parametrize(("question", "needed"), STEPS)
def test_the_steps_of_a_question_are_among_the_first_five(texts: Memory, question: str, needed: set[str]) -> None:
    assert needed <= {hit.external_id for hit in texts.search(question, k=5).hits}
