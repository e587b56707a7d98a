/** Values that a console could read as more than one word, or as more than a name. */
export const HOSTILE = [
  ...['', ' ', 'a b', 'a\tb', 'a\nb', 'a\r\nop x', 'a\u0000b', 'a\u00a0b', 'a\u2003b', 'a\u200bb', 'a\u202eb', '§4x'],
  ...['@a', '@e[type=!player]', '@s', '*', '**', '\ud800'],
];
/** Values that would change JSON, item data or a selector around them. */
export const STRUCTURE = ['a"', 'a\\', "a'", 'a}', 'a]', 'x,limit=1', 'x=1', '@a', 'a{'];
