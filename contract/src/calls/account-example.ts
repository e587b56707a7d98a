/** An account that the examples of several rooms show. */
export const userExample = {
  id: '06h0dkjdq8vs',
  name: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  emailVerified: true,
  avatar: null,
  discordId: null,
  googleLinked: false,
  hasPassword: true,
  secondFactor: false,
};
/** A session's token. */
export const tokenExample = 'Zk3v9x2m7q4w8r1t6y5u0Zk3v9x2m7q4w8r1t6y5u0Q';
/** A token of a mailed link. */
export const linkExample = 'bGluay1kZS11bS1lLW1haWwtcXVlLXNlcnZlLXVtYS12ZXo';
/** The ways that a proven address or a new password removed, and those that remain. */
export const waysExample = {
  removed: [{ kind: 'devices', text: '1 outro aparelho conectado' }],
  remaining: [{ kind: 'password', text: 'Senha' }],
} as const;
/** What a passkey signed. */
export const signedExample = {
  id: 'kP3v9x2m7q4w8r1t6y5u0A',
  rawId: 'kP3v9x2m7q4w8r1t6y5u0A',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQDx7v9m2q4w8r1t6y5u0',
  },
} as const;
/** What a browser is asked to sign. */
export const toSignExample = {
  challenge: 'q2xhc3NpY28tZGVzYWZpby1kZS11bWEtcGFzc2tleQ',
  rpId: 'vitrine.com.br',
  timeout: 60_000,
  userVerification: 'required',
} as const;
