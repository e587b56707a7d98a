-- Whether a store ever rehearsed a purchase: asked by the dashboard before the first sale, while unpaid orders may be many.
create index order_rehearsed on "order" (store_id) where kind = 'rehearsal';
