import { sql } from 'kysely';
import { heldRights } from '../../http/held-role.ts';

/**
 * Whether the row `invitation` of the surrounding query can still be accepted. Its sender must still be a member who may
 * grant its role (`members/member.ts`), so an invitation is void once its sender was removed or lost a right of it.
 */
export const openInvitation = sql<boolean>`(invitation.accepted_at is null and invitation.revoked_at is null
  and invitation.expires_at > now()
  and exists (select from member inviter
               where inviter.store_id = invitation.store_id and inviter.account_id = invitation.invited_by
                 and ${heldRights('inviter')} @> ${heldRights('invitation')}))`;
