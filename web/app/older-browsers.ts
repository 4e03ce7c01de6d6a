/** What browsers from 2024 lack and the site uses. Must run before all other scripts of the app. */

/** Since Safari 18 and Chrome 126. */
URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null);
