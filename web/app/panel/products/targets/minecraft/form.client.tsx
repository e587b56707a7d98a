import type { MinecraftAction } from '@vitrine/contract/actions';
import { GameFields, type GameWords, gameDraft } from '../game/game-fields.client.tsx';
import type { FieldsProps, TargetForm } from '../target-form.ts';

const words: GameWords = {
  lists: { from: 'do seu servidor', teller: 'O servidor', itself: 'dele' },
  command: {
    help: 'Como no console do servidor, sem barra no início. O Minecraft não lê aspas: cada variável é uma só palavra, então um texto livre do cliente não pode entrar. {{cidade}} é o nick de quem compra.',
    placeholder: 'give {{cidade}} diamond 3',
  },
  group: { help: 'Como está no LuckPerms, ou no plugin de permissões que o Vault usa.', placeholder: 'vip' },
  amount: { help: 'Moedas do plugin de economia que o Vault usa. Só números.', placeholder: '5000' },
  item: { help: 'O nome do Minecraft, como no comando give.', placeholder: 'diamond' },
};

const Fields = (props: FieldsProps<typeof gameDraft>) => <GameFields {...props} words={words} />;

/** What a Minecraft server gives and takes. */
export const minecraft = {
  empty: gameDraft,
  fields: {
    minecraft_command: ['command'],
    minecraft_add_group: ['groupName'],
    minecraft_remove_group: ['groupName'],
    minecraft_add_money: ['amount'],
    minecraft_remove_money: ['amount'],
    minecraft_add_item: ['itemName', 'itemQuantity'],
    minecraft_add_whitelist: [],
    minecraft_remove_whitelist: [],
    minecraft_remove_ban: [],
  },
  optional: ['label'],
  Fields,
} satisfies TargetForm<typeof gameDraft, MinecraftAction['type']>;
