/** Two short tones, made here: a fifth upwards, quieter than speech. */
const TONES = [
  { hertz: 659.26, at: 0 },
  { hertz: 987.77, at: 0.12 },
];
const LOUD = 0.12;
const SECONDS = 0.35;

let context: AudioContext | undefined;

/** Rings once. Stays silent while the browser allows no sound, which is so until somebody pressed something on the page. */
export async function ring(): Promise<void> {
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  if (context.state === 'suspended') {
    await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 500))]);
  }
  if (context.state !== 'running') return;
  for (const { hertz, at } of TONES) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = Math.max(currentTime, context.currentTime) + at;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUD, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, start + SECONDS);
    tone.connect(volume).connect(destination);
    tone.start(start);
    tone.stop(start + SECONDS);
  }
}
