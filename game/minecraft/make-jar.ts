// Writes vitrine.jar anew: npm run jar.
import { writeFileSync } from 'node:fs';
import { jarPath, jdk, jdkOfTheJar, makeJar } from './jar.ts';

if (jdk() !== jdkOfTheJar)
  throw new Error(`The jar is made with JDK ${jdkOfTheJar} (Debian: openjdk-17-jdk-headless).`);
writeFileSync(jarPath, makeJar());
