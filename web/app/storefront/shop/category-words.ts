/** Pure: which picture stands for a category whose product has none, by the words of its name. */

export type Art = 'car' | 'house' | 'weapon' | 'clothes' | 'money' | 'vip' | 'kit' | 'parcel';

/** The first that fits counts: "Carros VIP" are cars. Words are without accents and capitals. */
const words: readonly (readonly [Art, RegExp])[] = [
  ['car', /\b(carros?|veiculos?|motos?|garagem|garagens|caminh\w+|avioes|aviao|helicopteros?|barcos?|frotas?)\b/],
  ['house', /\b(casas?|imovel|imoveis|mansao|mansoes|apartamentos?|propriedades?|terrenos?|moradias?)\b/],
  ['weapon', /\b(armas?|armamentos?|municao|municoes|pistolas?|fuzil|fuzis|facas?)\b/],
  ['clothes', /\b(roupas?|skins?|visual|visuais|trajes?|uniformes?|acessorios?|tenis)\b/],
  ['money', /\b(dinheiros?|moedas?|granas?|coins?|cash|diamantes?|gemas?|creditos?|gold)\b/],
  ['vip', /\b(vips?|premium|assinaturas?|passes?)\b/],
  ['kit', /\b(kits?|pacotes?|combos?|caixas?|baus?|mochilas?|itens|item)\b/],
];

export function artOf(category: string): Art {
  const name = category.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return words.find(([, pattern]) => pattern.test(name))?.[0] ?? 'parcel';
}
