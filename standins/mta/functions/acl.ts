import { Handle, textOf, type Value } from '../wire.ts';
import { effect, type World, writeDisk } from '../world.ts';
import type { Functions } from './function.ts';

/** [acl] is Server/mods/deathmatch/logic/luadefs/CLuaACLDefs.cpp of multitheftauto/mtasa-blue at 0d27c5b. */

/** The default ACL refuses these to every resource (Server/mods/deathmatch/acl.xml, docs/spec/facts/game-servers.md 8.1). */
export const RESTRICTED = [
  'fetchRemote',
  'aclGroupAddObject',
  'aclGroupRemoveObject',
  'aclSave',
  'getAccountSerial',
  'getBans',
  'removeBan',
];

const nameOf = (value: Value): string => (value instanceof Handle ? value.id.slice(value.id.indexOf(':') + 1) : '');
const named = (kind: string, name: string): Handle => new Handle(`${kind}:${Buffer.from(name).toString('hex')}`);
const read = (value: Value): string => Buffer.from(nameOf(value), 'hex').toString();
const groupOf = (world: World, value: Value) => world.acl.groups[read(value)];

/** Whether an object of a group stands for this one: it may have wildcards. */
const matches = (object: string, wanted: string): boolean =>
  new RegExp(
    `^${object
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  ).test(wanted);

export const acl: Functions = {
  // [acl] hasObjectPermissionTo. Of the objects only this resource is known, and of the rights only functions.
  hasObjectPermissionTo: (world, [, right]) => {
    const name = textOf(right).replace(/^function\./, '');
    return !RESTRICTED.includes(name) || world.rights.has(name);
  },
  // [acl] aclGroupList
  aclGroupList: (world) => Object.keys(world.acl.groups).map((name) => named('group', name)),
  // [acl] aclGroupGetName
  aclGroupGetName: (world, [group]) => (groupOf(world, group) ? Buffer.from(read(group)).toString('latin1') : false),
  // [acl] aclGetGroup
  aclGetGroup: (world, [name]) => (world.acl.groups[textOf(name)] ? named('group', textOf(name)) : false),
  // [acl] aclGroupListACL
  aclGroupListACL: (world, [group]) => groupOf(world, group)?.acls.map((name) => named('acl', name)) ?? false,
  // [acl] aclGetRight: false as well where the list does not name the right
  aclGetRight: (world, [list, right]) => world.acl.acls[read(list)]?.[textOf(right)] ?? false,
  // [acl] isObjectInACLGroup, which looks for a match and not for the same text
  isObjectInACLGroup: (world, [object, group]) =>
    groupOf(world, group)?.objects.some((one) => matches(one, textOf(object))) ?? false,
  // [acl] aclGroupAddObject: false for one that matches already
  aclGroupAddObject(world, [group, object]) {
    const found = groupOf(world, group);
    const name = textOf(object);
    if (!found || !/^(user|resource)\./.test(name) || found.objects.some((one) => matches(one, name))) return false;
    effect(world, 'group', name, read(group), () => found.objects.push(name));
    return true;
  },
  // [acl] aclGroupRemoveObject
  aclGroupRemoveObject(world, [group, object]) {
    const found = groupOf(world, group);
    const at = found?.objects.indexOf(textOf(object)) ?? -1;
    if (!found || at < 0) return false;
    effect(world, 'group', textOf(object), `-${read(group)}`, () => found.objects.splice(at, 1));
    return true;
  },
  // [acl] aclSave
  aclSave(world) {
    const before = world.disk;
    world.disk = { ...before, ...structuredClone(world.acl) };
    if (writeDisk(world)) return true;
    world.disk = before;
    return false;
  },
};
