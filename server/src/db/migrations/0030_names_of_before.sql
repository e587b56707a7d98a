-- Groups, vehicles and items that were named by a buyer's own words before that was refused (docs/decisions/0034): what
-- still waits, or could be sent again, is for a person to see and goes out no more.
with free as (
  select d.store_id, d.id
    from delivery d
    join "order" o on o.store_id = d.store_id and o.id = d.order_id
    join order_item i on i.store_id = d.store_id and i.id = d.item_id
    cross join lateral (select i.actions->d.action_index as action) a
   where d.phase = 'confirmation' and d.action_type in ('add_group', 'add_vehicle', 'add_item')
     and d.state in ('queued', 'failed', 'uncertain') and d.code is distinct from 'invalid_args'
     and exists (
       select from regexp_matches(concat(a.action->>'groupName', a.action->>'vehicleName', a.action->>'itemName'),
                                  '\{\{([a-z0-9_]+)\}\}', 'g') as found(names)
        cross join lateral (select found.names[1] as name) f
        where f.name in ('cidade', 'discord', 'nome', 'email', 'pedido', 'quantidade', 'valor')
           or o.variables ? f.name and not exists (
             select from variable v
              where v.store_id = d.store_id and v.name = f.name and v.kind = 'question' and v.answer = 'choice'
                and v.choices ? (o.variables->>f.name)))
), moved as (
  update delivery d
     set state = case when d.state = 'uncertain' or d.state = 'queued' and d.server_id is not null
                      then 'uncertain' else 'failed' end,
         code = 'invalid_args', message = 'O nome depende do que o comprador escreveu: confira o produto',
         waiting = false, noticed = false, updated_at = now(),
         finished_at = case when d.state = 'uncertain' or d.state = 'queued' and d.server_id is not null
                            then null else coalesce(d.finished_at, now()) end
    from free where d.store_id = free.store_id and d.id = free.id
  returning d.store_id, d.id, d.state, d.attempts, d.code, d.message
)
insert into delivery_history (store_id, delivery_id, id, state, attempt, code, message)
select store_id, id, replace(gen_random_uuid()::text, '-', ''), state, attempts, code, message from moved;
