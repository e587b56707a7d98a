import { parseArgs } from 'node:util';
import { FRAMEWORKS, type FrameworkName } from './frameworks.ts';
import { startSimulation } from './simulate.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    framework: { type: 'string', default: 'network-newer' },
    resource: { type: 'string' },
    token: { type: 'string' },
    url: { type: 'string' },
    still: { type: 'boolean', default: false },
  },
});
const isFramework = (name: string): name is FrameworkName | 'none' =>
  name === 'none' || Object.hasOwn(FRAMEWORKS, name);

const { data, framework } = values;
if (data === undefined || !isFramework(framework)) {
  console.error(
    `usage: node main.ts --data <folder> [--port n] [--framework ${Object.keys(FRAMEWORKS).join('|')}|none] ` +
      '[--resource <folder>] [--token t] [--url http://…] [--still]',
  );
  process.exit(2);
}
const simulation = await startSimulation({
  dataDir: data,
  port: Number(values.port),
  framework,
  resourceDir: values.resource,
  wander: !values.still,
  convars: {
    ...(values.token === undefined ? {} : { vitrine_token: values.token }),
    ...(values.url === undefined ? {} : { vitrine_url: values.url }),
  },
});
// One line that a parent process can wait for.
console.log(JSON.stringify({ ready: true, url: simulation.url, pid: process.pid }));

let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  void simulation.close().then(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
