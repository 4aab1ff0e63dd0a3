import type { ImportField } from '@quayside/contracts/product-fields';
import type { ProductStatus } from '@quayside/domain/lists';

// The product files of European sellers have headings and words in their own languages: German, French, Spanish,
// Italian and Dutch. Only words with one meaning are listed; the person maps the others.

/** Headings without spaces, dots, dashes and underscores, in lower case, by the field that they fill. */
const HEADINGS: Partial<Record<ImportField, readonly string[]>> = {
  sku: ['artnr', 'artikelnr', 'artikelnummer', 'référence', 'réf', 'referencia', 'codicearticolo', 'artikelcode'],
  name: [
    ...['bezeichnung', 'artikelbezeichnung', 'artikelname', 'produktname', 'produktbezeichnung'],
    ...['désignation', 'nomduproduit', 'denominación', 'nombredelproducto', 'nomeprodotto', 'productnaam'],
  ],
  weight: ['gewicht', 'poids', 'peso'],
  shippingWeight: ['versandgewicht', 'poidsd’expédition', "poidsd'expédition", 'pesodeenvío', 'verzendgewicht'],
  length: ['länge', 'laenge', 'longueur', 'longitud', 'largo', 'lunghezza', 'lengte'],
  width: ['breite', 'largeur', 'ancho', 'larghezza', 'breedte'],
  height: ['höhe', 'hoehe', 'hauteur', 'altura', 'alto', 'altezza', 'hoogte'],
  supplier: ['lieferant', 'fournisseur', 'proveedor', 'fornitore', 'leverancier'],
  status: ['statut', 'estado', 'stato'],
  brand: ['marke', 'marque', 'marca', 'merk'],
  barcode: ['strichcode', 'codebarres', 'códigodebarras', 'codiceabarre', 'streepjescode'],
  countryOfOrigin: ['herkunftsland', 'ursprungsland', "paysd'origine", 'paísdeorigen', 'paesediorigine'],
  hsCode: ['zolltarifnummer', 'codedouanier', 'codicedoganale', 'goederencode'],
  notes: ['bemerkung', 'bemerkungen', 'notizen', 'remarques', 'notas', 'note', 'opmerkingen'],
};
export const FOREIGN_HEADINGS: readonly (readonly [string, ImportField])[] = Object.entries(HEADINGS).flatMap(
  ([field, words]) => words.map((word) => [word, field as ImportField] as const),
);

/** Words for a status, in lower case. */
export const FOREIGN_STATUSES: Readonly<Record<string, ProductStatus>> = {
  ...{ aktiv: 'ACTIVE', actif: 'ACTIVE', activo: 'ACTIVE', attivo: 'ACTIVE', actief: 'ACTIVE' },
  ...{ inaktiv: 'INACTIVE', inactif: 'INACTIVE', inactivo: 'INACTIVE', inattivo: 'INACTIVE', inactief: 'INACTIVE' },
  ...{ ausgelaufen: 'DISCONTINUED', auslaufartikel: 'DISCONTINUED', descatalogado: 'DISCONTINUED' },
};
