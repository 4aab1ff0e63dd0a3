import type { ProductStatus } from '@quayside/domain/lists';

/** Words for a status in the files of European sellers, in lower case. Only words with one meaning are listed. */
export const FOREIGN_STATUSES: Readonly<Record<string, ProductStatus>> = {
  ...{ aktiv: 'ACTIVE', actif: 'ACTIVE', activo: 'ACTIVE', attivo: 'ACTIVE', actief: 'ACTIVE' },
  ...{ inaktiv: 'INACTIVE', inactif: 'INACTIVE', inactivo: 'INACTIVE', inattivo: 'INACTIVE', inactief: 'INACTIVE' },
  ...{ ausgelaufen: 'DISCONTINUED', auslaufartikel: 'DISCONTINUED', descatalogado: 'DISCONTINUED' },
};
