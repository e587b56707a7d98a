-- A store has several Discord servers, one of which is the main one (docs/decisions/0088).

alter table guild_binding rename to discord_guild;
alter index guild_binding_look rename to discord_guild_look;
alter table discord_guild
  -- the store whose main server this is; null for its other servers
  add column main_of text constraint discord_guild_main unique check (main_of = store_id),
  drop constraint guild_binding_pkey,
  add constraint discord_guild_pkey primary key (store_id, guild_id);
update discord_guild set main_of = store_id;

-- The version before knows one server of a store, the main one, and binds it by this name.
create view guild_binding as
  select main_of as store_id, guild_id, guild_name, bound_by, bound_at, problem, checked_at, held, look_at, try_at, roles_seen,
         channels_seen, channel_turn
    from discord_guild where main_of is not null;
create function discord_guild_of_main() returns trigger language plpgsql as $$
begin
  new.store_id := coalesce(new.store_id, new.main_of);
  return new;
end $$;
create trigger discord_guild_of_main before insert on discord_guild for each row execute function discord_guild_of_main();

alter table alert_setting
  -- the Discord server of the channel; null: the main one
  add column guild_id text check (guild_id ~ '^[0-9]{17,20}$');
update alert_setting a set guild_id = g.guild_id
  from discord_guild g where g.store_id = a.store_id and a.channel_id is not null;
