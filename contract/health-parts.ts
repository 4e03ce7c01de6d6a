/** What the service depends on. Without a schema, so that screens can use it without the schema library. */
export const HEALTH_PARTS = ["database", "results", "renderer", "filterLists"] as const;
export type HealthPart = (typeof HEALTH_PARTS)[number];
