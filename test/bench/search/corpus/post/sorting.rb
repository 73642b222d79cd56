# The postcode in an address, whatever stands around it.
def postcode_of(given)
  match = address.match(/\b(\d{5})\b/)
  raise Unreadable, address unless match
  match[1]
end

# Through which depots a parcel goes.
def route_parcel(given)
  path = graph.shortest(from: depot_of(parcel.sender), to: depot_of(parcel.receiver))
  path.each { |depot| depot.expect(parcel) }
end

# The price by weight and size, with a surcharge for islands.
def postage(given)
  base = tariff.find { |t| parcel.grams <= t.limit }.price
  base += island_surcharge if islands.include?(postcode_of(parcel.address))
  base
end

# What happens with mail that nobody takes.
def undeliverable(given)
  return forward(mail) if moved?(mail.receiver)
  mail.attempts < 2 ? retry_tomorrow(mail) : send_back(mail)
end
