/** An item of every base. Weight in kilos. */
export interface Item {
  name: string;
  label: string;
  weight: number;
  /** Days until it breaks. Bases then keep it under a name of its own, such as `WEAPON_PISTOL-1790000000-S3`. */
  durability?: number;
  /** The most that a person may carry. */
  max?: number;
  weapon?: true;
}

export const ITEMS: readonly Item[] = [
  { name: 'agua', label: 'Garrafa de Água', weight: 0.5, max: 20 },
  { name: 'pao', label: 'Pão', weight: 0.5 },
  { name: 'dinheirosujo', label: 'Dinheiro Sujo', weight: 0 },
  { name: 'radio', label: 'Rádio', weight: 1, max: 1 },
  { name: 'lockpick', label: 'Gazua', weight: 1, max: 10 },
  { name: 'WEAPON_PISTOL', label: 'M1911', weight: 3, durability: 14, weapon: true },
  { name: 'repairkit', label: 'Kit de Reparos', weight: 2, max: 5 },
  { name: 'celular', label: 'Celular', weight: 1, durability: 21 },
  { name: 'bigbox', label: 'Caixa Grande', weight: 40 },
];

/** Models in the vehicle list of the bases that have one. Published lists have capitals too (facts, section 2). */
export const VEHICLES: readonly string[] = [
  'adder',
  'sultan',
  'zentorno',
  'bati',
  'panto',
  'kuruma',
  't20',
  'sanchez',
  'WRa45',
  'Evoque',
];

/** Lua that gives the base its items, before its own scripts run. */
export const itemTable = `Items = {\n${ITEMS.map(
  ({ name, weight, durability, max, weapon }) =>
    `  ["${name}"] = { weight = ${weight}, durability = ${durability ?? 'nil'}, max = ${max ?? 'nil'}, weapon = ${weapon ?? 'nil'} },`,
).join('\n')}\n}\n`;

/**
 * A list file with one entry for each name, filled with more entries until it is `bytes` long, like the published ones:
 * most of it is words that name nothing.
 */
export function listFile(
  open: string,
  names: readonly string[],
  entry: (name: string) => string,
  bytes: number,
): string {
  const lines = [`${open} {`, ...names.map(entry)];
  let length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  for (let n = 1; length < bytes; n += 1) {
    const line = entry(`objeto${n}`);
    lines.push(line);
    length += line.length + 1;
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

const item = (name: string): Item =>
  ITEMS.find((one) => one.name === name) ?? { name, label: `Objeto ${name}`, weight: 0.25 };

/** Items with the fields of Creative Network: `["Index"]`, `["Name"]`, … */
export const networkItem = (name: string): string => {
  const { label, weight, durability, max, weapon } = item(name);
  return `	["${name}"] = {
		["Index"] = "${name.toLowerCase()}",
		["Name"] = "${label}",
		["Type"] = "${weapon ? 'Armamento' : 'Comum'}",
		["Weight"] = ${weight},${durability === undefined ? '' : `\n\t\t["Durability"] = ${durability},`}${max === undefined ? '' : `\n\t\t["Max"] = ${max},`}
		["Economy"] = 35
	},`;
};

/** Items with the fields of Creative v4: `["index"]`, `["name"]`, … */
export const v4Item = (name: string): string => {
  const { label, weight, durability, max, weapon } = item(name);
  return `	["${name}"] = {
		["index"] = "${name.toLowerCase()}",
		["name"] = "${label}",
		["type"] = "${weapon ? 'Armamento' : 'Usável'}",${durability === undefined ? '' : `\n\t\t["durability"] = ${durability},`}${max === undefined ? '' : `\n\t\t["max"] = ${max},`}
		["weight"] = ${weight}
	},`;
};

/** Items with the fields of Creative v3, whose list is inside its own inventory script. */
export const v3Item = (name: string): string => {
  const { label, weight, durability, weapon } = item(name);
  return `	["${name}"] = {
		index = "${name.toLowerCase()}",
		name = "${label}",
		tipo = "Usável",
		economy = "35",
		type = "${weapon ? 'equip' : 'use'}",${durability === undefined || weapon ? '' : `\n\t\tsubtype = "comida",\n\t\tdurability = ${durability * 86_400},`}
		weight = ${weight}
	},`;
};

/** Vehicles with the fields of Creative Network. */
export const networkVehicle = (name: string): string => `	["${name}"] = {
		["Name"] = "${name}",
		["Weight"] = 50,
		["Price"] = 1000,
		["Mode"] = "Rental",
		["Gemstone"] = 0,
		["Class"] = "Sedans"
	},`;

/** Vehicles of Creative v3 and v4: a name and numbers. */
export const plainVehicle = (name: string): string => `	["${name}"] = { "${name}",40,1000,"rental",50 },`;

/** A plate as bases write them: digits, letters, digits. */
export const plateOf = (id: number, n: number): string =>
  `${String(id % 100).padStart(2, '0')}VTR${String(n).padStart(3, '0')}`;
