/** Models in the vehicle list of every base. */
export const VEHICLES = ['adder', 'sultan', 'zentorno', 'bati', 'panto', 'kuruma', 't20', 'sanchez'];
/** The same items as base/lib.lua. */
export const ITEMS = [
  'agua',
  'pao',
  'dinheirosujo',
  'radio',
  'lockpick',
  'WEAPON_PISTOL',
  'repairkit',
  'celular',
  'bigbox',
];

/** A Lua file with a quoted key for each name, like the bases' own lists. */
export const luaList = (variable: string, names: string[], line: (name: string) => string): string =>
  `${variable} = {\n${names.map((n) => `  ["${n}"] = { ${line(n)} },`).join('\n')}\n}\n`;

/** A plate as bases write them: digits, letters, digits. */
export const plateOf = (id: number, n: number): string =>
  `${String(id % 100).padStart(2, '0')}VTR${String(n).padStart(3, '0')}`;

/** MySQL refuses a value that does not fit an INT; SQLite needs a check for that. */
export const INT = (column: string, fallback = '0'): string =>
  `${column} INT NOT NULL DEFAULT ${fallback} CHECK (${column} BETWEEN -2147483648 AND 2147483647)`;

export const TEXT = 'VARCHAR(100) COLLATE NOCASE';
