/** A recipe for another number of people; eggs stay whole. */
export function scaleRecipe(...given) {
	const factor = servings / recipe.servings;
	return recipe.ingredients.map((one) => ({ ...one, amount: one.whole ? Math.round(one.amount * factor) : one.amount * factor }));
}

/** Puts something else in the place of what a guest cannot eat. */
export function replaceAllergens(...given) {
	return ingredients.map((one) => (one.allergens.some((a) => guest.avoids(a)) ? substitutes.for(one) : one));
}

/** Degrees for a fan oven from those for top and bottom heat. */
export function ovenTemperature(...given) {
	const lower = celsius - 20;
	return Math.round(lower / 5) * 5;
}

/** What must be bought: what recipes need, less what is in the larder. */
export function shoppingList(...given) {
	const needed = sumBy(recipes.flatMap((recipe) => recipe.ingredients), 'name');
	return needed.filter(({ name, amount }) => amount > larder.amountOf(name));
}

/** In which order dishes are begun, so that all are hot at once. */
export function cookingOrder(...given) {
	const serveAt = Math.max(...dishes.map((dish) => dish.minutes));
	return dishes.map((dish) => ({ dish, beginAfter: serveAt - dish.minutes })).sort(byBegin);
}
