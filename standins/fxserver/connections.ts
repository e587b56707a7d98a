import type { Connection } from './players.ts';
import { emit, type Server } from './server.ts';
import { decodeWire, encodeWire } from './wire.ts';

/** People who are still connecting have sources above this. */
const TEMPORARY_SOURCE = 65536;

/** Asks the city's framework about its memory. Undefined if it does not run or does not know. */
export function inspectFramework(server: Server, what: string, id?: number | string): unknown {
  for (const resource of server.resources.values()) {
    if (!resource.privileged || !resource.vm) continue;
    const answer = decodeWire(
      String(resource.vm.enter(server.world.clock.now(), 'inspect', encodeWire({ what, id })) ?? 'n'),
    );
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** The connection of a citizen, at any stage. */
export const connectionOfCitizen = (server: Server, citizen: number): Connection | undefined =>
  [...server.connections.values()].find((c) => c.citizen === citizen);

/**
 * Lets a citizen connect up to the stage `until`. The temporary source changes when the loading screen ends, and only
 * the framework's own load makes a player "online". Undefined when the city refuses (banned, already there).
 */
export function connect(server: Server, citizenId: number, until: Connection['stage']): Connection | undefined {
  const citizen = server.world.citizens.get(citizenId);
  if (!citizen) throw new Error(`no citizen ${citizenId}`);
  let connection = connectionOfCitizen(server, citizenId);
  if (!connection) {
    server.nextSource += 1;
    connection = {
      source: TEMPORARY_SOURCE + server.nextSource,
      citizen: citizenId,
      name: citizen.name,
      stage: 'connecting',
    };
    server.connections.set(connection.source, connection);
    const refuse = inspectFramework(server, 'banned', citizenId) === true;
    emit(server, 'playerConnecting', [citizen.name], connection.source);
    if (refuse) {
      dropConnection(server, connection.source, 'Você está banido desta cidade');
      return undefined;
    }
  }
  if (connection.stage === 'connecting' && until !== 'connecting') {
    const old = connection.source;
    server.connections.delete(old);
    server.nextSource += 1;
    connection.source = server.nextSource;
    connection.stage = 'joined';
    server.connections.set(connection.source, connection);
    emit(server, 'playerJoining', [String(old)], connection.source);
    emit(server, 'standin:joined', [old], connection.source);
  }
  if (connection.stage === 'joined' && until === 'loaded') {
    connection.stage = 'loaded';
    emit(server, 'standin:spawned', [], connection.source);
  }
  return connection;
}

/** Ends a connection. `playerDropped` comes first, so that handlers still see the player. */
export function dropConnection(server: Server, source: number, reason: string): void {
  if (!server.connections.has(source)) return;
  emit(server, 'playerDropped', [reason], source);
  server.connections.delete(source);
}
