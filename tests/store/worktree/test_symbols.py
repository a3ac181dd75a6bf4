"""Definitions are found in each language, also where the rest of the file is broken."""

from __future__ import annotations

import pytest

from graphmem.domain.claims import WITH_SYMBOLS, Language
from graphmem.store.worktree.symbols import definitions

PYTHON = """
A = 1
B: int = 2
C = D = 3
x, y = 1, 2
obj.attr = 1

class Outer:
    field = 1
    def method(self): inner = 1
    class Nested:
        def deep(self): pass

@decorated
def f():
    def local(): pass

async def g(): pass

if A:
    def conditional(): pass
else:
    other = 1
try:
    import z
except ImportError:
    fallback = None

def 計算(): pass
"""

JAVASCRIPT = """
export default class A { #p = 1; static s = 2; m() {} get g() {} }
export const f = () => 1, z = 2;
const {a, b: c} = q;
function* gen() {}
export async function load() { const local = 1; }
"""

TYPESCRIPT = """
export interface I { a: string; m(): void }
declare module 'x' { export function q(): void }
namespace N { export const v = 1 }
export enum E { A, B = 2 }
export abstract class C<T> { abstract m(): void; f = 1; constructor(private y: number) {} }
type T = { inner: 1 };
declare function df(): void;
"""

GO = """
package a
const (
    X = 1
    Y = 2
)
var Z, W int
var (
    Q = 1
)
func F() { local := 1 }
func (t *T[K]) M() {}
func (t T) N() {}
type T struct { A int }
type I interface { Do() }
type Al = int
"""

RUST = """
mod m { pub fn g() {} }
impl<T> Foo<T> { pub fn new() {} const A: u8 = 1; }
impl Display for Foo { fn fmt() {} }
enum E { A, B(u8) }
macro_rules! mm { () => {} }
static S: u8 = 1;
trait T { fn t(&self); type X; }
extern "C" { fn c(); }
union U { a: u8 }
pub struct P { field: u8 }
"""

JAVA = """
package p;
public class A {
  int x = 1, y;
  A() {}
  void m() { int local = 1; }
  enum E { P, Q; void z() {} }
  static class In { void q() {} }
}
record R(int a) { }
interface I { int LIMIT = 3; void run(); }
@interface An { int v(); }
"""

C = """
#ifndef A
#define A 1
#define F(x) x
struct point { int x; };
struct forward;
struct point origin;
typedef struct { int a; } S;
typedef unsigned long word;
enum { FIRST, SECOND };
enum color { RED };
union u { int i; };
static int *g(int a) { int local; return 0; }
int h = 1, *k;
int (*fp)(int);
#else
int other;
#endif
"""

CPP = """
namespace n { class C { public: void m(); int f = 1; ~C(); }; void C::m() {} }
namespace a::b { int q; }
namespace { int hidden; }
template<class T> T id(T t) { return t; }
using X = int;
enum class E { P, Q };
extern "C" { void ec(); }
bool operator==(int a, int b) { return true; }
"""

EXPECTED = {
    Language.PYTHON: (
        PYTHON,
        "A B C D Outer Outer.field Outer.method Outer.Nested Outer.Nested.deep f g conditional other fallback 計算",
    ),
    Language.JAVASCRIPT: (JAVASCRIPT, "A A.p A.s A.m A.g f z gen load"),
    Language.TYPESCRIPT: (TYPESCRIPT, "I I.a I.m q N N.v E E.A E.B C C.m C.f C.constructor T df"),
    Language.TSX: ("export const App = () => <div>{f()}</div>;\ninterface Props { a: string }", "App Props Props.a"),
    Language.GO: (GO, "X Y Z W Q F T T.M T.N I I.Do Al"),
    Language.RUST: (RUST, "m m.g Foo.new Foo.A Foo.fmt E E.A E.B mm S T T.t T.X c U P"),
    Language.JAVA: (
        JAVA,
        "A A.x A.y A.A A.m A.E A.E.P A.E.Q A.E.z A.In A.In.q R I I.LIMIT I.run An An.v",
    ),
    Language.C: (C, "A F point point.x S word FIRST SECOND color color.RED u u.i g h k fp other origin"),
    Language.CPP: (CPP, "n n.C n.C.m n.C.f n.C.~C a.b a.b.q hidden id X E E.P E.Q ec"),
}


@pytest.mark.parametrize("language", EXPECTED)
def test_definitions(language: Language) -> None:
    source, names = EXPECTED[language]

    assert definitions(source.encode(), language) == set(names.split())


def test_every_language_is_covered() -> None:
    assert set(EXPECTED) == WITH_SYMBOLS


@pytest.mark.parametrize(
    ("language", "source", "name"),
    [
        (Language.PYTHON, "def broken(:\n\ndef whole():\n    pass\n", "whole"),
        (Language.JAVASCRIPT, "const = ;\nfunction whole() {}\n", "whole"),
        (Language.GO, "package a\nfunc whole() {}\nfunc (((\n", "whole"),
        (Language.C, "int whole(void) { return 0; }\n}}}} int", "whole"),
    ],
)
def test_broken_syntax_hides_only_what_is_broken(language: Language, source: str, name: str) -> None:
    assert name in definitions(source.encode(), language)


@pytest.mark.parametrize("language", EXPECTED)
@pytest.mark.parametrize("source", [b"", b"\x00\xff\xfe\x80" * 50, b"{" * 20_000, b"class A { " * 2_000])
def test_any_bytes_are_read(language: Language, source: bytes) -> None:
    assert isinstance(definitions(source, language), frozenset)
