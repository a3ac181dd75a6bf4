"""Pairs of names and what they must be to one another; the pairs are our own, by rule and by script."""

from __future__ import annotations

import pytest

from graphmem.domain.matching import Comparison, compare, keys
from graphmem.domain.model import EntityKind

PERSON, COMPANY, PROJECT = EntityKind.PERSON, EntityKind.COMPANY, EntityKind.PROJECT
CONCEPT, FILE, OTHER = EntityKind.CONCEPT, EntityKind.FILE, EntityKind.OTHER

LINKED = [
    # separators, case and humps
    (PROJECT, "MCPServer", "mcp server"),
    (PROJECT, "MCP-Server", "mcp_server"),
    (None, "MCPServer", "mcp_server"),
    (None, "OAuth2Client", "oauth2 client"),
    (PROJECT, "XMLHttpRequest", "xml http request"),
    (PROJECT, "parseURLs", "parse urls"),
    (PROJECT, "S3Bucket", "s3 bucket"),
    (PROJECT, "UIKit", "UI Kit"),
    (PROJECT, "OpenTelemetry", "open-telemetry"),
    (PROJECT, "time_series  store", "Time-Series Store"),
    (PROJECT, "front end", "frontend"),
    (PROJECT, "Socket.IO", "SocketIO"),
    (PROJECT, "GraphMem", "graphmem"),
    (OTHER, "macOS", "macOS"),
    (PROJECT, "macOS", "MacOS"),
    (OTHER, "iPhone", "IPhone"),
    # accents and letters
    (CONCEPT, "Café", "Cafe"),
    (PERSON, "Zoë Kravitz", "Zoe Kravitz"),
    (PERSON, "Łukasz Żak", "Lukasz Zak"),
    (PERSON, "Åse Østby", "Ase Ostby"),
    (PERSON, "Þórir Guðmundsson", "Thorir Gudmundsson"),
    (PERSON, "Đorđe Đukić", "Dorde Dukic"),
    (COMPANY, "Weißbräu", "WEISSBRAU"),
    (PERSON, "Gülşen Çelik", "GÜLŞEN ÇELİK"),
    (PERSON, "Kılıç", "kilic"),
    (PERSON, "Nguyễn Văn Đức", "Nguyen Van Duc"),
    (PERSON, "Νίκος Παπάς", "ΝΙΚΟΣ ΠΑΠΑΣ"),
    (PERSON, "Семён Королёв", "Семен Королев"),
    (PERSON, "إيمان أحمد", "ايمان احمد"),
    (PERSON, "يحيى", "يحيي"),
    (PERSON, "مُحَمَّد", "محمد"),
    # Chinese, Japanese, Korean
    (PERSON, "박 지민", "박지민"),
    (PERSON, "鈴木 一朗", "鈴木一朗"),
    (PERSON, "ﾀﾅｶ ﾊﾅｺ", "タナカ ハナコ"),
    (PERSON, "アラン・チューリング", "アラン チューリング"),
    (PERSON, "ＪＯＨＮ　ＤＯＥ", "John Doe"),
    (COMPANY, "株式会社青空", "青空"),
    (COMPANY, "青空株式会社", "青空"),
    (COMPANY, "㈱青空", "株式会社青空"),
    (COMPANY, "주식회사 한빛", "한빛"),
    (COMPANY, "海天有限公司", "海天"),
    # legal forms
    (COMPANY, "Nordwind GmbH", "Nordwind"),
    (COMPANY, "Nordwind Gesellschaft mit beschränkter Haftung", "Nordwind GmbH"),
    (COMPANY, "Nordwind GmbH & Co. KG", "NORDWIND GmbH und Co KG".replace(" und ", " & ")),
    (COMPANY, "Blue Harbor Corp.", "Blue Harbor Corporation"),
    (COMPANY, "Blue Harbor, Inc.", "Blue Harbor Incorporated"),
    (COMPANY, "Blue Harbor Ltd", "Blue Harbor Limited"),
    (COMPANY, "Blue Harbor L.L.C.", "Blue Harbor LLC"),
    (COMPANY, "Soleil S.A.R.L.", "Soleil SARL"),
    (COMPANY, "Pasta Buona S.p.A.", "Pasta Buona"),
    (COMPANY, "Wisła Sp. z o.o.", "Wisla"),
    (COMPANY, "Vltava s.r.o.", "VLTAVA SRO"),
    (COMPANY, "Fjord A/S", "Fjord AS"),
    (COMPANY, "Tulip B.V.", "Tulip BV"),
    (COMPANY, "Outback Pty. Ltd.", "Outback Pty Ltd"),
    (COMPANY, "Lotus Pvt. Ltd.", "Lotus Private Limited"),
    (COMPANY, "ООО Ромашка", "Ромашка"),
    (COMPANY, "Açaí Ltda.", "Acai Ltda"),
    (COMPANY, "Smith & Jones LLP", "Smith and Jones"),
    (COMPANY, "Yahoo!", "Yahoo"),
    (COMPANY, "McDonald's", "McDonalds"),
    # initials and dots
    (CONCEPT, "U.S.A.", "USA"),
    (COMPANY, "A.B.N. Bank", "ABN Bank"),
    (PERSON, "J. R. R. Tolkien", "J.R.R. Tolkien"),
    (PERSON, "Mary-Jane O’Neil", "Mary Jane O'Neil"),
    # numbers and codes
    (PROJECT, "GPT-4", "GPT 4"),
    (PROJECT, "UA 123", "UA123"),
    (OTHER, "SHA-256", "SHA256"),
    (PROJECT, "Python 3.12", "python-3.12"),
    (OTHER, "1.0-rc1", "1.0rc1"),
    (OTHER, "sprint 14", "Sprint14"),
    (OTHER, "JIRA-77", "jira 77"),
    (CONCEPT, "المرحلة ٣", "المرحلة 3"),
    # addresses
    (FILE, "./src//app.py", "src/app.py"),
    (FILE, r"src\app.py", "src/app.py"),
    (FILE, "src/lib/../app.py", "src/app.py"),
    (FILE, "docs/", "docs"),
    (FILE, r"C:\work\a.txt", "c:/work/a.txt"),
    (FILE, "`src/app.py`", "src/app.py"),
    (OTHER, "HTTPS://Example.org:443/x", "https://example.org/x"),
    (OTHER, "https://example.org", "https://example.org/"),
    (PERSON, "Ann@Example.org", "ann@example.org"),
    (OTHER, "load_config()", "load_config"),
]  # fmt: skip

SUGGESTED = [
    # people: never on a typing error, an order, initials or a missing name
    (PERSON, "Seth Larson", "Seth Michael Larson"),
    (PERSON, "Maria Silva", "Mario Silva"),
    (PERSON, "Katherine Moore", "Catherine Moore"),
    (PERSON, "Stefan Braun", "Stephan Braun"),
    (PERSON, "Chen Wei", "Wei Chen"),
    (PERSON, "Doe, Jane", "Jane Doe"),
    (PERSON, "J. Doe", "Jane Doe"),
    (PERSON, "J. R. Doe", "Jane Ruth Doe"),
    (PERSON, "Jane Doe", "Jane R. Doe"),
    (PERSON, "Victor", "Victor Hugo"),
    (PERSON, "Hugo", "Victor Hugo"),
    (PERSON, "Dr. Jane Doe", "Jane Doe"),
    (PERSON, "Fred Drake", "Fred Drake, Jr."),
    (PERSON, "Rob Stone", "Robert Stone"),
    (PERSON, "Li Na", "Lina"),
    (PERSON, "De Long", "Delong"),
    (PERSON, "A. M. Moss", "A.M. Mosse"),
    (PERSON, "Müller", "Mueller"),
    (PERSON, "田中さん", "田中"),
    (PERSON, "渡辺美咲", "渡邊美咲"),
    (PERSON, "高橋翔太", "髙橋翔太"),
    (PERSON, "さくら", "サクラ"),
    (PERSON, "张伟", "張偉"),
    (PERSON, "山田花子", "山田華子"),
    (PERSON, "فاطمة", "فاطمه"),
    (PERSON, "Дмитрий Орлов", "Дмитрии Орлов"),
    (PERSON, "Nіck Stone", "Nick Stone"),
    # things: plurals, typing errors, generic words
    (PROJECT, "order service", "orders service"),
    (PROJECT, "Kubernetes", "Kuberentes"),
    (PROJECT, "Terraform", "Teraform"),
    (PROJECT, "Elasticsearch", "Elastic Serach"),
    (PROJECT, "Apache Airflow", "Airflow"),
    (PROJECT, "Ember.js", "Ember"),
    (PROJECT, "Phoenix", "Project Phoenix"),
    (PROJECT, "api billing", "billing api"),
    (PROJECT, "Google+", "Google"),
    (PROJECT, ".NET", "NET"),
    (PROJECT, "A/B testing", "AB testing"),
    (PROJECT, "TCP I/O", "TCP IO"),
    (CONCEPT, "pen island", "penis land"),
    (CONCEPT, "R² score", "R2 score"),
    (CONCEPT, "コンピュータ", "コンピューター"),
    (COMPANY, "Procter & Gamble", "Procter Gamble"),
    (COMPANY, "H&M", "HM"),
    (None, "OpenAI", "OpenAI Inc."),
    # numbers: the same one written in another way
    (PROJECT, "Sprint 7", "Sprint 07"),
    (CONCEPT, "World War II", "World War 2"),
    (CONCEPT, "World War I", "World War 1"),
    (PROJECT, "Phase Two", "Phase 2"),
    (CONCEPT, "the 2nd amendment", "the second amendment"),
    (CONCEPT, "第三章", "第3章"),
    (CONCEPT, "12,000 users", "12000 users"),
    (PROJECT, "Web 2.0", "Web 2"),
    (OTHER, "v1.2.3", "1.2.3"),
    (OTHER, "PR #12", "PR 12"),
    (OTHER, "#12", "12"),
    (PROJECT, "1.2 release", "1-2 release"),
    (PROJECT, "v1.2 plan", "v1/2 plan"),
    # legal forms that disagree
    (COMPANY, "Nordwind GmbH", "Nordwind AG"),
    (COMPANY, "Blue Harbor Inc", "Blue Harbor LLC"),
    (COMPANY, "株式会社青空", "青空有限会社"),
    (COMPANY, "株式会社青空", "青空株式会社"),
    (COMPANY, "The Nordwind Company", "Nordwind"),
    (COMPANY, "The Nordwind", "Nordwind"),
    (COMPANY, "Pen Island Inc.", "Penis Land"),
    # addresses
    (FILE, "src/Main.py", "src/main.py"),
    (OTHER, "https://example.org/a/b.git", "https://example.org/a/b"),
    (FILE, "main.py", "src/main.py"),
    (OTHER, "http://example.org/x", "https://www.example.org/x/"),
    (OTHER, "parseJson", "parse_json"),
    (OTHER, "isValid", "isvalid"),
    (None, "fooBar", "foo bar"),
]  # fmt: skip

APART = [
    # numbers and letters in a series
    (PROJECT, "2023 Tax Return", "2024 Tax Return"),
    (CONCEPT, "Room 101", "Room 102"),
    (CONCEPT, "Room 1 01", "Room 101"),
    (OTHER, "UA123", "UA124"),
    (OTHER, "v1.2.0", "v1.2.1"),
    (OTHER, "v1.2.3", "v12.3"),
    (OTHER, "1.10", "1.1"),
    (PROJECT, "PR #260", "PR #480"),
    (PROJECT, "JIRA-77", "JIRA-78"),
    (PROJECT, "AB-C12", "ABD-12"),
    (PROJECT, "Level -1", "Level 1"),
    (PROJECT, "Fund II", "Fund III"),
    (PROJECT, "Phase Two", "Phase Three"),
    (PROJECT, "Henry IV", "Henry VI"),
    (PROJECT, "Option A", "Option B"),
    (CONCEPT, "vitamin B12", "vitamin B6"),
    (CONCEPT, "第一章", "第二章"),
    (PERSON, "鈴木一郎", "鈴木二郎"),
    (OTHER, "3f2a9c1", "3f2a9c2"),
    (OTHER, "10.0.0.1", "10.0.0.10"),
    (OTHER, "2024-01-05", "2024-01-06"),
    # signs
    (PROJECT, "C", "C++"),
    (PROJECT, "C++", "C#"),
    (PROJECT, "A*", "A"),
    (PROJECT, "Team 🚀", "Team 🔥"),
    (PROJECT, "!!!", "???"),
    (PROJECT, "🚀", "🔥"),
    # other words
    (PERSON, "Sarah Wilson", "Michael Wilson"),
    (PERSON, "Victor Hugo", "Victor Stone"),
    (PERSON, "Guido van Rossum", "Just van Rossum"),
    (PERSON, "Eric V. Smith", "Gregory P. Smith"),
    (PERSON, "Kevin D. Smith", "Nathaniel J. Smith"),
    (PERSON, "Emma Harper Smith", "Malcolm Smith"),
    (PERSON, "J. Doe", "K. Doe"),
    (PERSON, "Tigran", "Iran"),
    (PERSON, "ハブ", "パブ"),
    (PERSON, "김민준", "이민준"),
    (PERSON, "Анна Ким", "Anna Kim"),
    (OTHER, "Chase Checking", "Chase Savings"),
    (COMPANY, "Capital on Tap", "Cast Capital"),
    (CONCEPT, "Java", "JavaScript"),
    (CONCEPT, "NYC", "New York City"),
    (PROJECT, "Kubernetes", "K8s"),
    (PROJECT, "staging environment", "production environment"),
    (PROJECT, "inbound api", "outbound mail"),
    (PROJECT, "payments", "payments dashboard"),
    (PROJECT, "Redis", "Riak"),
    # addresses
    (FILE, "src/a.py", "src/b.py"),
    (FILE, "a.yml", "a.yaml"),
    (FILE, "x/index.ts", "y/index.ts"),
    (OTHER, "j.doe@example.org", "jdoe@example.org"),
    (OTHER, "https://example.org/a", "https://example.org/b"),
    (OTHER, "https://example.org/x?p=1", "https://example.org/x?p=2"),
    (OTHER, "Account.load", "Account.save"),
    (OTHER, "getItem", "getItems"),
]  # fmt: skip


def both_ways(kind: EntityKind | None, left: str, right: str) -> Comparison:
    found = compare(kind, left, kind, right)
    assert found == compare(kind, right, kind, left), "comparing is symmetric"
    return found


@pytest.mark.parametrize(("kind", "left", "right"), LINKED)
def test_one_thing_is_linked(kind: EntityKind | None, left: str, right: str) -> None:
    found = both_ways(kind, left, right)
    assert found.linkable, found
    assert found.score == 100
    assert found.reasons
    assert not found.blocked_by
    assert set(keys(kind, left)) & set(keys(kind, right))


@pytest.mark.parametrize(("kind", "left", "right"), SUGGESTED)
def test_what_may_be_one_thing_is_asked_about(kind: EntityKind | None, left: str, right: str) -> None:
    found = both_ways(kind, left, right)
    assert not found.linkable, found
    assert found.candidate, found
    assert found.reasons


@pytest.mark.parametrize(("kind", "left", "right"), APART)
def test_two_things_are_not_even_suggested(kind: EntityKind | None, left: str, right: str) -> None:
    found = both_ways(kind, left, right)
    assert not found.linkable, found
    assert not found.candidate, found


FAULTS_OF_OTHERS = [
    ("João da Silva", "JOAO DA SILVA", PERSON, "link"),
    ("Straße", "STRASSE", CONCEPT, "link"),
    ("Jon Smith", "John Smith", PERSON, "ask"),
    ("Müller", "Mueller", PERSON, "ask"),
    ("Chen Wei", "Wei Chen", PERSON, "ask"),
    ("OpenAI", "OpenAI Inc.", COMPANY, "link"),
    ("New York City", "NYC", OTHER, "apart"),
    ("U.S.A.", "USA", OTHER, "link"),
    ("特朗普", "美国总统特朗普", PERSON, "apart"),
    ("2023 Tax Return", "2024 Tax Return", OTHER, "apart"),
    ("Room 101", "Room 102", OTHER, "apart"),
    ("UA123", "UA124", OTHER, "apart"),
    ("v1.2.0", "v1.2.1", OTHER, "apart"),
    ("PR #260", "PR #480", OTHER, "apart"),
    ("Tigran", "Iran", PERSON, "apart"),
    ("Dr. Waller", "Dr Wall", PERSON, "ask"),
    ("Sarah Wilson", "Michael Wilson", PERSON, "apart"),
    ("Chase Checking", "Chase Savings", OTHER, "apart"),
    ("Java", "JavaScript", CONCEPT, "apart"),
    ("Alice", "Alice Chen", PERSON, "ask"),
    ("Victor Fteha", "Victor Braca", PERSON, "apart"),
    ("Capital on Tap", "Cast Capital", COMPANY, "apart"),
    ("DGIA", "DGIA", OTHER, "link"),
    ("Postgres", "PostgreSQL", PROJECT, "ask"),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "kind", "wanted"), FAULTS_OF_OTHERS)
def test_the_faults_of_other_systems_are_not_ours(left: str, right: str, kind: EntityKind, wanted: str) -> None:
    found = both_ways(kind, left, right)
    assert ("link" if found.linkable else "ask" if found.candidate else "apart") == wanted
