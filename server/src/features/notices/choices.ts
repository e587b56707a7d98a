import { alwaysMailed, mailsTo, mayHear, noticeKindNames, pushesTo } from '@vitrine/contract/notice-kinds';
import type { NoticeChoice } from '@vitrine/contract/notices';
import type { Role } from '@vitrine/contract/roles';
import type { Db, Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import { heldRole } from '../../http/held-role.ts';
import type { StoreId } from '../../http/store.ts';
import { difference, recordAudit } from '../stores/record-audit.ts';

/** What a member hears of a store, of the kinds that their role may read. Defaults stand until they choose. */
export async function readChoices(db: Db, store: StoreId, accountId: string, role: Role): Promise<NoticeChoice[]> {
  const rows = await db
    .selectFrom('notice_choice')
    .where('store_id', '=', store)
    .where('account_id', '=', accountId)
    .select(['kind', 'mail', 'push'])
    .execute();
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  return noticeKindNames
    .filter((kind) => mayHear(role, kind))
    .map((kind) => ({
      kind,
      mail: mailsTo(role, kind, chosen.get(kind)?.mail ?? null),
      push: pushesTo(role, kind, chosen.get(kind)?.push ?? null),
    }));
}

/** The member who chooses. */
interface Chooser {
  accountId: string;
  name: string;
  role: Role;
}

/**
 * Stores what a member wants to hear, with an entry in the log where it changed something. Kinds that their role may not read
 * are left out. Refuses to silence what always comes.
 */
export async function saveChoices(
  tx: Tx,
  store: StoreId,
  { accountId, name, role }: Chooser,
  choices: readonly NoticeChoice[],
): Promise<void> {
  if (choices.some(({ kind, mail }) => !mail && alwaysMailed(role, kind))) {
    throw new Refusal('validation_failed', { field: 'choices', error: 'Este alerta sempre chega por e-mail.' });
  }
  // Two tabs of one member take turns here. A member who was removed meanwhile chooses nothing.
  const member = await tx
    .selectFrom('member')
    .where('store_id', '=', store)
    .where('account_id', '=', accountId)
    .select(heldRole().as('role'))
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw new Refusal('store_not_found');
  const before = await readChoices(tx, store, accountId, member.role);
  const wanted = new Map(choices.map((choice) => [choice.kind, choice]));
  const after = before.map((choice) => ({ ...choice, ...wanted.get(choice.kind) }));
  const changed = after.filter(({ mail, push }, at) => mail !== before[at]?.mail || push !== before[at]?.push);
  if (changed.length === 0) return;
  await tx
    .insertInto('notice_choice')
    .values(changed.map((choice) => ({ store_id: store, account_id: accountId, ...choice })))
    .onConflict((on) =>
      on.columns(['store_id', 'account_id', 'kind']).doUpdateSet(({ ref }) => ({
        mail: ref('excluded.mail'),
        push: ref('excluded.push'),
      })),
    )
    .execute();
  const heard = (all: readonly NoticeChoice[]) => ({
    byMail: all.filter(({ mail }) => mail).map(({ kind }) => kind),
    byPush: all.filter(({ push }) => push).map(({ kind }) => kind),
  });
  await recordAudit(
    tx,
    store,
    { accountId, name },
    {
      action: 'member.notices',
      text: 'Mudou os próprios avisos',
      object: accountId,
      ...difference(heard(before), heard(after)),
    },
  );
}
