/** Address of the page that creates a scraper. */
export const NEW_SCRAPER_PATH = '/settings/config_scrapers/new'
