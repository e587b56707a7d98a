-- Until somebody goes to the payment page an order holds stock and coupon for half an hour at most; then its own deadline
-- counts, from when it was placed (docs/decisions/0035). Both are null for orders of the version before.
alter table "order"
  -- when a person went to pay: pressed the link to the provider's page, or was shown our Pix page
  add column opened_at timestamptz,
  -- the deadline that counts from then on
  add column pay_until timestamptz;
