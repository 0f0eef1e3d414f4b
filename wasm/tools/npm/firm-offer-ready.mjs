// firm-offer with the program already loaded, for who may wait at the import: new Scheduler(...) works at once.
import { load } from './firm-offer-api.mjs';

export * from './firm-offer-api.mjs';

await load();
