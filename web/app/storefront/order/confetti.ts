import { shopLimits } from '@vitrine/contract/shop-limits';

const FRAMES_PER_SECOND = 60;

/** SPEC.md: 50 pieces for 3 seconds, in the store's colours. People who asked for less motion see none. */
export async function celebrate(): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { create } = (await import('canvas-confetti')).default;
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  canvas.className = 'pointer-events-none fixed inset-0 z-50 size-full';
  document.body.append(canvas);
  const style = getComputedStyle(document.documentElement);
  const colors = ['--accent', '--secondary', '--accent-text']
    .map((name) => style.getPropertyValue(name).trim())
    .filter((colour) => /^#[0-9a-f]{6}$/i.test(colour));
  // No worker, because the page's security policy allows no worker made from text.
  const fire = create(canvas, { resize: true, useWorker: false });
  void fire({
    particleCount: shopLimits.confettiPieces,
    ticks: (shopLimits.confettiMs / 1000) * FRAMES_PER_SECOND,
    spread: 100,
    startVelocity: 42,
    origin: { y: 0.55 },
    ...(colors.length > 0 ? { colors } : {}),
  });
  setTimeout(() => {
    fire.reset();
    canvas.remove();
  }, shopLimits.confettiMs);
}
