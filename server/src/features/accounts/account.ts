import type { User } from '@vitrine/contract/account-answers';

/** The columns of an account that its own person may see. */
export interface AccountRow {
  id: string;
  name: string;
  email: string | null;
  email_verified_at: Date | null;
  password_hash: string | null;
  discord_id: string | null;
  discord_avatar: string | null;
  google_id: string | null;
  totp_enabled_at: Date | null;
}

/** An account as its person sees it. Secrets become a yes or no. */
export function userOnWire(account: AccountRow, discordCdnUrl: string): User {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    emailVerified: account.email_verified_at !== null,
    avatar: avatarUrl(account, discordCdnUrl),
    discordId: account.discord_id,
    googleLinked: account.google_id !== null,
    hasPassword: account.password_hash !== null,
    secondFactor: account.totp_enabled_at !== null,
  };
}

/** The avatar by its hash, or one of Discord's six by the id (facts/discord.md section 2). Null without Discord. */
export function avatarUrl(
  { discord_id, discord_avatar }: Pick<AccountRow, 'discord_id' | 'discord_avatar'>,
  cdnUrl: string,
): string | null {
  if (!discord_id) return null;
  if (discord_avatar) return `${cdnUrl}/avatars/${discord_id}/${discord_avatar}.webp?size=128`;
  return `${cdnUrl}/embed/avatars/${(BigInt(discord_id) >> 22n) % 6n}.png`;
}

/** The name of a device for people, from its user agent: `Chrome no Windows`. */
export function deviceName(userAgent: string): string {
  const browser = [
    [/Edg\//, 'Edge'],
    [/OPR\/|Opera/, 'Opera'],
    [/SamsungBrowser/, 'Samsung Internet'],
    [/Firefox\/|FxiOS/, 'Firefox'],
    [/Chrome\/|CriOS/, 'Chrome'],
    [/Safari\//, 'Safari'],
  ].find(([pattern]) => (pattern as RegExp).test(userAgent))?.[1];
  const system = [
    [/Android/, 'Android'],
    [/iPhone|iPad|iPod/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS X|Macintosh/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux'],
  ].find(([pattern]) => (pattern as RegExp).test(userAgent))?.[1];
  if (!browser && !system) return 'Aparelho desconhecido';
  return [browser ?? 'Navegador', system ? `no ${system}` : ''].filter(Boolean).join(' ');
}
