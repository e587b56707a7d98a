-- What a buyer chooses or types for a product (docs/decisions/0097). The version before knows neither column: it sells without options.

alter table product
  add column options jsonb not null default '[]'
    check (jsonb_typeof(options) = 'array' and jsonb_array_length(options) <= 5);

-- the answers with the options as they were when it was ordered
alter table order_item
  add column options jsonb not null default '[]' check (jsonb_typeof(options) = 'array');
