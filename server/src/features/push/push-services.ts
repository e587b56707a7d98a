/**
 * The push services of browsers: the host of an endpoint is one of these or lies below one. A browser takes the service of its
 * maker, and nobody can choose another, so any other host is somebody's try to make us call it.
 */
const SERVICES = [
  // Chrome and what is made of it
  'fcm.googleapis.com',
  // Firefox
  'push.services.mozilla.com',
  // Safari
  'push.apple.com',
  // Edge
  'notify.windows.com',
];

/** The host of an endpoint at a known push service; undefined for any other address. */
export function pushServiceOf(endpoint: string): string | undefined {
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return undefined;
  return SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`)) ? hostname : undefined;
}
