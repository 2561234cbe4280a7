import {
  extendsDistinguishedName,
  isDistinguishedName,
  parseDistinguishedName,
  sameDistinguishedName,
} from '../../src/records/distinguished-name.ts';

describe('reading a distinguished name', () => {
  it.each([
    ['/DC=org/CN=host/name.example', 'DC=org|CN=host/name.example'],
    ['/O=x/CN=a/emailAddress=a@b.example', 'O=x|CN=a|EMAILADDRESS=a@b.example'],
    ['/O=x/CN=a+UID=b', 'O=x|CN=a|UID=b'],
    ['/CN=C++ group', 'CN=C++ group'],
    ['cn=Ada, ou=One, o=Example', 'O=Example|OU=One|CN=Ada'],
    ['C = DE, O = Example, CN = Ada', 'C=DE|O=Example|CN=Ada'],
    ['CN=Lovelace\\, Ada,O=a\\+b', 'O=a+b|CN=Lovelace, Ada'],
    ['CN=Lu\\C4\\8Di\\C4\\87,O=x', 'O=x|CN=Lučić'],
    ['CN=Lučić 😀,O=x', 'O=x|CN=Lučić 😀'],
    ['/O=x/CN=J\\xFCrgen', 'O=x|CN=Jürgen'],
    ['/O=x/CN=Lu\\xC4\\x8Di\\xc4\\x87 \\x', 'O=x|CN=Lučić \\x'],
    ['2.5.4.3=Ada,OID.2.5.4.10=x,1.2.840.113549.1.9.1=e,1.2.3.4=y', '1.2.3.4=y|EMAILADDRESS=e|O=x|CN=Ada'],
    ['CN=a,E=x@y', 'EMAILADDRESS=x@y|CN=a'],
    ['1.2.3.4=#04024869,O=x', 'O=x|1.2.3.4=#04024869'],
    ['/X=y/CN=a', 'X=y|CN=a'],
    ['/CN=a/X=y/O=b', 'CN=a/X=y|O=b'],
    ['/CN=a/2.5.4.10=b/oid.2.5.4.11=c', 'CN=a|O=b|OU=c'],
    ['CN = a , O = b', 'O=b|CN=a'],
    ['CN=a  b,O=c  ', 'O=c|CN=a  b'],
    ['CN=\\ a,O=b', 'O=b|CN= a'],
    ['CN=a\\  ,O=b', 'O=b|CN=a '],
    ['CN=a\\20 ,O=b', 'O=b|CN=a '],
    ['CN="a ",O=b', 'O=b|CN=a '],
    ['CN="a,b;c+d"  +UID=e,O=f', 'O=f|CN=a,b;c+d|UID=e'],
    ['CN="a\\"b"', 'CN=a"b'],
    ['CN=a\\/b\\;c\\=d\\<e\\>f\\#g\\"h\\\\i', 'CN=a/b;c=d<e>f#g"h\\i'],
    ['CN=a=b,O=c', 'O=c|CN=a=b'],
    ['X-Y1=a,CN=b', 'CN=b|X-Y1=a'],
    ['DC=org,DC=x,UID=a', 'DC=org|DC=x|UID=a'],
    ['O=b,OU=a', 'OU=a|O=b'],
    ['OU=b,CN=a', 'CN=a|OU=b'],
    ['C=x,ST=y,CN=a+UID=b', 'C=x|ST=y|CN=a|UID=b'],
  ])('%s', (text, name) => {
    expect(
      parseDistinguishedName(text)
        ?.map((part) => part.join('='))
        .join('|'),
    ).toBe(name);
    expect(isDistinguishedName(text)).toBe(true);
  });

  it.each([
    '',
    '/',
    '/Ada',
    '/a=b',
    '/CN=',
    'CN=a,',
    '/O=x/CN= ',
    '=x',
    '3fe1c7d0-6a5e-4f00-9c1e-0d6f2a0b9c11',
    'CN=a\\',
    'CN="a',
    'CN="a"b,O=c',
    'https://login.example.org/?CN=x',
    'CN=a"b',
    'x/CN=a',
    '+CN=a',
    '/1=a',
    '/-=a',
    '/CN=a/O=',
    'CN=a, ',
    'CN= ,O=a',
    'CN=""',
    'CN=a\\4',
    'CN="a\\',
    'CN="a" b',
    'CN=\\c3',
    'X=a,Y=b',
    '1.2.x=a',
    ',CN=a',
  ])('refuses %j', (text) => {
    expect(parseDistinguishedName(text)).toBeUndefined();
  });

  it('takes time in proportion to the length of the text', () => {
    expect(parseDistinguishedName(`/CN=${'a'.repeat(200_000)}`)).toHaveLength(1);
    expect(parseDistinguishedName(`CN=${'a\\,'.repeat(50_000)}`)).toHaveLength(1);
    expect(parseDistinguishedName(`/${'a'.repeat(50_000)}`)).toBeUndefined();
  });
});

describe('comparing distinguished names', () => {
  it.each([
    ['/C=DE/O=Example/CN=Ada  Lovelace', 'cn=ada lovelace, O=Example, C=DE', true],
    ['/O=x/CN=a/C=b', '/O=x/CN=a/C=c', false],
    ['/O=x/CN=a', '/CN=a/O=x', false],
    ['nobody', 'nobody', false],
    ['/O=x/CN= Ａda  B ', 'CN=ada b,O=X', true],
    ['/CN=a', 'nobody', false],
    ['nobody', '/CN=a', false],
  ])('forms, case, synonyms and blanks make no difference: %s and %s: %s', (one, other, same) =>
    expect(sameDistinguishedName(one, other)).toBe(same),
  );

  it.each([
    ['/O=x/CN=a/CN=123', '/O=x/CN=a', true],
    ['CN=1,CN=2,CN=a,O=x', '/O=x/CN=a', true],
    ['/O=x/CN=a', '/O=x/CN=a', false],
    ['/O=x/CN=b/CN=1', '/O=x/CN=a', false],
    ['x', '/O=x', false],
    ['/O=x/CN=a/OU=2/CN=1', '/O=x/CN=a', false],
    ['/O=x/CN=A/CN=1', '/o=X/CN=a', true],
    ['/O=x/CN=a', 'nobody', false],
  ])('a proxy is known by its name: %s of %s: %s', (proxy, user, extended) =>
    expect(extendsDistinguishedName(proxy, user)).toBe(extended),
  );
});
