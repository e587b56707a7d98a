/**
 * The most common passwords are refused (facts/security.md 3.7). Most famous ones have fewer than 8 characters and are
 * refused by their length. This list holds the longer ones, and the rules below find variants of them.
 */

/** Whole passwords of 8 characters and more, in lower case, from counts of stolen passwords in Brazil and elsewhere. */
const whole = new Set(
  `1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qazwsxedc qweasdzxc
   qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 123qwe123 123qweasd qwe123qwe qweqweqwe
   asdfghjk asdfghjkl asdfasdf zxcvbnm1 zxcvbnm123 asd123asd 123456abc 123456qwerty a1b2c3d4 a1b2c3d4e5 abcd1234
   abc123456 abc12345 abc123abc aa123456 aa12345678 a123456789 a12345678 q123456789 1234qwer 123abc123
   passw0rd p@ssw0rd p@ssword pa$$word passwort letmein1 letmein123 iloveyou iloveyou1 iloveyou2 ilovegod
   sunshine princess football baseball superman batman123 spiderman starwars pokemon1 pokemon123 naruto123
   trustno1 whatever computer internet michelle jennifer jordan23 michael1 charlie1 liverpool chelsea1 arsenal1
   dragon123 monkey123 shadow123 master123 killer123 welcome1 welcome123 hello123 changeme secret123 access14
   blink182 corvette mercedes ferrari1 mustang1 samsung1 samsung123 nintendo playstation minecraft minecraft123
   fortnite roblox123 counterstrike gtasanandreas gta5online fivem123 discord123 vitrine123 mercadopago
   google123 facebook facebook1 instagram whatsapp youtube1 senha123 senha1234 senha12345 senha123456 minhasenha
   suasenha novasenha mudar123 trocar123 teste123 teste1234 teste12345 testando brasil123 brasil2014 brasil10
   flamengo corinthians palmeiras saopaulo vascodagama fluminense botafogo gremio123 internacional cruzeiro
   atleticomineiro santosfc mengao123 timao123 deusefiel deusefiel1 deusebom jesuscristo jesus123 jesuseamor
   jesusteama jesusvive senhorjesus meudeus1 euteamo1 euteamo123 teamomuito teamo123 amor1234 amorzinho princesa
   gatinha1 gatinho1 borboleta estrela1 lindinha felicidade esperanca familia1 minhavida minhafamilia vida1234
   gabriel1 gabriel123 rafael123 lucas123 matheus1 matheus123 gustavo1 guilherme leonardo fernando fernanda rodrigo1
   carolina juliana1 mariana1 isabella beatriz1 leticia1 amanda123 camila123 vitoria1 patricia vanessa1 adriana1
   alexandre anderson cristina francisco marcelo1 marcos123 roberto1 ricardo1 eduardo1 daniel123 bruno123 thiago123
   felipe123 pedro123 joao1234 maria123 mariaclara anapaula anacarolina joaopedro joaovitor joaovictor
   administrador administrator admin123 admin1234 admin12345 admin123456 root1234 usuario1 cliente1 servidor
   qwer1234 wasd1234 wasdwasd zaq12wsx zaq1zaq1 xsw2xsw2 1a2b3c4d 147258369 159753456 741852963 789456123
   963852741 321654987 987654321 0987654321 0123456789 1029384756 1234567890a 102030405060 10203040 11223344
   1122334455 112233445566 12341234 123123123 123321123 12345679 12344321 13131313 69696969 20202020 31415926`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that are easy to guess even with digits and signs around them: senha2024!, Flamengo@10. */
const words = new Set(
  `senha password admin administrador qwerty qwert asdf asdfgh zxcvbn abc abcd abcdef teste test brasil flamengo
   corinthians palmeiras saopaulo vasco santos gremio cruzeiro fluminense botafogo deus jesus amor teamo euteamo
   iloveyou love welcome letmein master dragon monkey mudar trocar vitrine discord fivem minecraft roblox loja
   cidade user usuario login root servidor familia pokemon naruto goku brasil pass passw princess football`
    .split(/\s+/)
    .filter(Boolean),
);

const runs = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', 'qwertyuiop[]'];
const looksLike: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '!': 'i',
};

/** Whether a password is one that attackers try first. Case and accents do not matter. */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (whole.has(text)) return true;
  if (isRepeated(text) || isRun(text)) return true;
  const core = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  if (words.has(core) || whole.has(core)) return true;
  return cutTails(text).some((part) => words.has([...part].map((sign) => looksLike[sign] ?? sign).join('')));
}

/** The text without 0, 1, 2, … of the digits and signs at its end: in `$3nh4123` the 4 means `a`, and 123 is a tail. */
function cutTails(text: string): string[] {
  const tail = /[^a-z]*$/.exec(text)?.[0].length ?? 0;
  return Array.from({ length: tail + 1 }, (_, cut) => text.slice(0, text.length - cut));
}

/** Whether the text repeats one short piece: aaaaaaaa, 12121212, abcabcabc. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= 3; length++) {
    const piece = text.slice(0, length);
    if (piece.repeat(Math.ceil(text.length / length)).slice(0, text.length) === text) return true;
  }
  return false;
}

/** Whether all signs follow each other on the keyboard or in the alphabet, forwards or backwards. */
function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('');
  return runs.some((run) => run.includes(text) || run.includes(backwards));
}
