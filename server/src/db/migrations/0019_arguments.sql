-- Commands are lists of arguments (args.argv). Those that were rendered as one line before are rendered again by a sweep
-- (fulfilment/render-again.ts) and do not go out until then; afterwards this index is empty.
create index delivery_without_argv on delivery (store_id, order_id)
  where action_type = 'execute_command' and state in ('scheduled', 'queued') and not args ? 'argv';
