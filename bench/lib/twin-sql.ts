/**
 * Places an order of one unit in one statement: claims the key, locks and prices the product, reserves, counts what the shopper's
 * network keeps unpaid, takes the coupon, and writes order, line, attempt and both histories. It writes the rows that the
 * product writes.
 */
export const PLACE = `
with k as (
  insert into idempotency_key (store_id, scope, key, request_hash, order_id, working_until)
  values ($1, 'order', $2, $3, $4, now() + interval '10 seconds') on conflict do nothing returning 1
), p as materialized (
  select id, name, image, actions, remove_days, stock, price_centavos as unit from product
   where store_id = $1 and id = $5 and on_sale(product) and (stock is null or stock - reserved >= 1) and exists (select from k)
     for no key update
), c as (
  update discount set uses = discount.uses + 1 from p
   where discount.store_id = $1 and discount.code = $6::text and discount.deleted_at is null and discount.active
     and (discount.expires_at is null or discount.expires_at > now())
     and (discount.max_uses is null or discount.uses < discount.max_uses)
  returning discount.id, discount.code, discount.value
), s as materialized (
  select p.*, c.id as discount_id, c.code, coalesce(p.unit * c.value / 100, 0) as off
    from p left join c on true where $6::text is null or c.id is not null
), r as (
  update product set reserved = product.reserved + 1 from s
   where product.store_id = $1 and product.id = s.id and s.stock is not null
), u as (
  insert into unpaid_hold (store_id, holder, product_id, held)
  select $1, $7::bytea, kept.what, 1
    from s, lateral (values (''), (case when s.stock is not null then s.id end), ('coupon:' || s.discount_id)) kept (what)
   where kept.what is not null order by kept.what
  on conflict (store_id, holder, product_id) do update set held = unpaid_hold.held + excluded.held
), o as (
  insert into "order" (store_id, id, reference, number, client, discord_id, holder, counted, payment_method, subtotal_centavos,
                       discount_centavos, total_centavos, discount_id, coupon, buyer, buyer_cart, expires_at, pay_until)
  select $1, $4, $8, $9, $10, $11, $7::bytea, false, 'pix', unit, off, unit - off, discount_id, code, $12::bytea, $13::bytea,
         now() + interval '30 minutes', now() + interval '30 minutes' from s
  returning store_id, id, total_centavos, expires_at
), i as (
  insert into order_item (store_id, order_id, id, position, product_id, name, image, quantity, unit_centavos, line_centavos,
                          discount_centavos, remove_days, stocked, actions, options)
  select o.store_id, o.id, $14, 1, s.id, s.name, s.image, 1, s.unit, s.unit, s.off, s.remove_days, s.stock is not null, s.actions, '[]'
    from o, s
), cu as (
  insert into discount_use (store_id, discount_id, order_id, counts) select o.store_id, s.discount_id, o.id, false
    from o, s where s.discount_id is not null
), oh as (
  insert into order_history (store_id, order_id, id, status) select store_id, id, $15, 'pending' from o
), y as (
  insert into payment (store_id, id, order_id, adapter, method, amount_centavos, idempotency_key, expires_at, next_check_at)
  select store_id, $16, id, 'payments', 'pix', total_centavos, $17, now() + interval '31 minutes', now() + interval '10 seconds'
    from o returning store_id, id
), yh as (
  insert into payment_history (store_id, payment_id, id, status) select store_id, id, $18, 'created' from y
)
select (select total_centavos from o) as total, (select expires_at from o) as until,
       case when exists (select from k) and not exists (select from o) then refuse('product_unavailable') end`;

/** Keeps the provider's answer, and the answer of the key. */
export const KEEP = `
with saved as (
  update payment set provider_id = coalesce(provider_id, $3), pix_code = $4, updated_at = now(),
         status = case when status = 'created' then 'pending' else status end
   where store_id = $1 and id = $2 returning store_id, id, status
), told as (
  insert into payment_history (store_id, payment_id, id, status) select store_id, id, $5, 'pending' from saved where status = 'pending'
)
update idempotency_key set answer = $6::jsonb, status = 200 where store_id = $1 and scope = 'order' and key = $7`;

/** The answer of a key that was claimed before. */
export const REPEATED = `select request_hash, answer from idempotency_key where store_id = $1 and scope = 'order' and key = $2`;
