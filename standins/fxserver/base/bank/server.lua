-- The bank of a Creative Network city. `vrp` calls these at every movement of money, so a stopped bank stops the
-- money.
local transactions = {}
exports('AddTransactions', function(passport, kind, amount)
  transactions[#transactions + 1] = { passport = passport, kind = kind, amount = amount }
end)
exports('AddTaxs', function() end)
