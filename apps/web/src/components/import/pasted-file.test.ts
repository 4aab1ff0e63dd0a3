import { describe, expect, it } from 'vitest';
import { pastedFile } from './pasted-file.ts';

describe('pasted cells', () => {
  it('become a CSV file, whatever the cells contain', async () => {
    const file = pastedFile('Company\tTerms\n"Acme, ""Sons"""\t"30% on order\n70% on arrival"\n', 'Pasted cells');
    expect(file?.name).toBe('Pasted cells.csv');
    expect(await file?.text()).toBe('"Company","Terms"\r\n"Acme, ""Sons""","30% on order\n70% on arrival"');
  });
  it('stay as they are if they are CSV already, or a single column', async () => {
    expect(await pastedFile('Company;City\nAcme;Ningbo', 'x')?.text()).toBe('Company;City\nAcme;Ningbo');
    expect(pastedFile(' \n', 'x')).toBeUndefined();
  });
});
