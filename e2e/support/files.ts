import type { Locator, Page } from '@playwright/test';
import { invoicePdf } from '../../apps/server/src/seed/demo-pdf.ts';
import { zipFile } from '../../apps/server/src/testing/documents.ts';

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The printed lines of an invoice, each with name and amount. */
interface Bill {
  readonly from: string;
  readonly number: string;
  readonly currency: string;
  readonly lines: readonly {
    readonly name: string;
    readonly units: string;
    readonly price: string;
    readonly amount: string;
  }[];
  readonly total: string;
}

export const pdfOf = (fileName: string, bill: Bill): TestFile => ({
  name: fileName,
  mimeType: 'application/pdf',
  buffer: invoicePdf({
    ...bill,
    title: 'COMMERCIAL INVOICE',
    address: '88 Jinyuan Road, Ningbo',
    date: '2026-03-02',
    lines: bill.lines.map((line) => ({ sku: '-', ...line })),
    notes: ['30 % deposit, 70 % before shipment.'],
  }),
});

/** A Word document with arbitrary content. */
export const wordFile = (fileName: string): TestFile => ({
  name: fileName,
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: zipFile(['[Content_Types].xml', 'word/document.xml']),
});

export const PICTURE: TestFile = {
  name: 'container.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Drags files from the desktop over an element and drops them. */
export async function dropOn(page: Page, target: Locator, files: readonly TestFile[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (sent) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      return data;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  );
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer });
}
