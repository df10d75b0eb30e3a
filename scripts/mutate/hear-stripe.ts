// What Stripe is asked is heard from the first file on: all of them share the product's one client of it.
import "../../tests/support/asked-of-stripe";
