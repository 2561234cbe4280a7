import {
  extendsDistinguishedName,
  isDistinguishedName,
  parseDistinguishedName,
  sameDistinguishedName,
} from '../../src/records/distinguished-name.ts';

describe('reading a distinguished name', () => {
  it.each([
    ['/C=DE/O=Example/CN=Ada', 'C=DE|O=Example|CN=Ada'],
    ['/DC=org/CN=host/name.example', 'DC=org|CN=host/name.example'],
    ['/C=DE/CN=a/b', 'C=DE|CN=a/b'],
    ['/CN=Robot/http://x.example/?q=1', 'CN=Robot/http://x.example/?q=1'],
    ['/O=x/CN=a/emailAddress=a@b.example', 'O=x|CN=a|EMAILADDRESS=a@b.example'],
    ['/O=x/CN=a+UID=b', 'O=x|CN=a|UID=b'],
    ['/CN=C++ group', 'CN=C++ group'],
    ['CN=Ada,O=Example,C=DE', 'C=DE|O=Example|CN=Ada'],
    ['cn=Ada, ou=One, o=Example', 'O=Example|OU=One|CN=Ada'],
    ['C = DE, O = Example, CN = Ada', 'C=DE|O=Example|CN=Ada'],
    ['CN=Lovelace\\, Ada,O=a\\+b', 'O=a+b|CN=Lovelace, Ada'],
    ['CN="Lovelace, Ada" , O=x', 'O=x|CN=Lovelace, Ada'],
    ['CN=Lu\\C4\\8Di\\C4\\87,O=x', 'O=x|CN=Lučić'],
    ['CN=Lučić 😀,O=x', 'O=x|CN=Lučić 😀'],
    ['CN=ends in blank\\ ,O=x', 'O=x|CN=ends in blank '],
    ['CN=a+UID=b;O=x', 'O=x|CN=a|UID=b'],
    ['2.5.4.3=Ada,OID.2.5.4.10=x,1.2.840.113549.1.9.1=e,1.2.3.4=y', '1.2.3.4=y|EMAILADDRESS=e|O=x|CN=Ada'],
    ['CN=a,E=x@y', 'EMAILADDRESS=x@y|CN=a'],
    ['1.2.3.4=#04024869,O=x', 'O=x|1.2.3.4=#04024869'],
    ['/CN=a/OU=b', 'CN=a|OU=b'],
    ['/X=y/CN=a', 'X=y|CN=a'],
    ['/CN=a/X=y/O=b', 'CN=a/X=y|O=b'],
    ['/CN=a/2.5.4.10=b/oid.2.5.4.11=c', 'CN=a|O=b|OU=c'],
    ['/CN=a+b', 'CN=a+b'],
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
    ['O=b,CN=a', 'O=b|CN=a'],
    ['DC=org,DC=x,UID=a', 'DC=org|DC=x|UID=a'],
    ['O=b,OU=a', 'OU=a|O=b'],
    ['OU=b,CN=a', 'CN=a|OU=b'],
    ['CN=a,E=b', 'EMAILADDRESS=b|CN=a'],
    ['C=x,ST=y,CN=a+UID=b', 'C=x|ST=y|CN=a|UID=b'],
    ['C=x+O=y,CN=a', 'C=x|O=y|CN=a'],
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
    'Ada',
    '/Ada',
    'a=b',
    '/a=b',
    '/CN=',
    'CN=',
    'CN=a,',
    'CN=a,,O=b',
    '/O=x/CN= ',
    '=x',
    'CN',
    '3fe1c7d0-6a5e-4f00-9c1e-0d6f2a0b9c11',
    'CN=a\\',
    'CN="a',
    'CN="a"b,O=c',
    'CN=\\ff',
    'https://login.example.org/?CN=x',
    'CN=a"b',
    'x/CN=a',
    '+CN=a',
    '/1=a',
    '/-=a',
    '/CN=a/O=',
    '/CN=/O=a',
    'CN=a, ',
    'CN=,O=a',
    'CN= ,O=a',
    'CN=""',
    'CN=a\\x',
    'CN=a\\4',
    'CN="a\\',
    'CN="a" b',
    'CN=\\c3',
    'CN=\\c3\\28',
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
    ['/O=x/E=a@b', 'emailAddress=a@b,O=x', true],
    ['/O=x/CN=a/C=b', '/O=x/CN=a/C=c', false],
    ['CN=host/C=x', '/CN=host/C=x', true],
    ['/O=x/CN=a', '/CN=a/O=x', false],
    ['nobody', 'nobody', false],
    ['/O=x/CN= Ａda  B ', 'CN=ada b,O=X', true],
    ['/O=x/CN=ab', '/O=x/CN=a b', false],
    ['/CN=a', 'nobody', false],
    ['nobody', '/CN=a', false],
    ['/CN=a', '/OU=a', false],
  ])('forms, case, synonyms and blanks make no difference: %s and %s: %s', (one, other, same) =>
    expect(sameDistinguishedName(one, other)).toBe(same),
  );

  it.each([
    ['/O=x/CN=a/CN=123', '/O=x/CN=a', true],
    ['CN=1,CN=2,CN=a,O=x', '/O=x/CN=a', true],
    ['/O=x/CN=a', '/O=x/CN=a', false],
    ['/O=x/CN=a/OU=b', '/O=x/CN=a', false],
    ['/O=x/CN=b/CN=1', '/O=x/CN=a', false],
    ['x', '/O=x', false],
    ['/O=x/CN=a/CN=1/OU=2', '/O=x/CN=a', false],
    ['/O=x/CN=a/OU=2/CN=1', '/O=x/CN=a', false],
    ['/O=x/CN=A/CN=1', '/o=X/CN=a', true],
    ['/O=x/CN=a', 'nobody', false],
    ['/O=x', '/O=x/CN=a', false],
  ])('a proxy is known by its name: %s of %s: %s', (proxy, user, extended) =>
    expect(extendsDistinguishedName(proxy, user)).toBe(extended),
  );
});
