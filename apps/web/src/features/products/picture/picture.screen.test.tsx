import {
  deleteProductPicture,
  getProductPicture,
  putProductPicture,
} from '@quayside/contracts/products/product-pictures';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { aProduct } from '../testing/a-product.ts';
import { renderProductPart, startWithProduct } from '../testing/product-part.tsx';
import { PictureCard } from './picture-card.tsx';

/** Creates an image file with a single colour, drawn on a canvas. */
async function aPicture(width: number, height: number, name = 'kettle.png'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
}
const picture = page.getByRole('img', { name: 'Picture of Kettle' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const choose = (file: File) => userEvent.upload(page.getByLabelText('Picture file'), file);
/** Each test uses another product id, because pictures are cached by id until the page is closed. */
let products = 500;

/** Opens the picture card. The fake server stores the picture; `before` is the picture that is stored at first. */
function open(before?: Blob, as: Visitor = 'admin') {
  products += 1;
  const { api, change } = startWithProduct(aProduct({ id: idOf(products), picture: before ? 'v1' : null }), as);
  let stored: Blob | undefined = before;
  api.on(getProductPicture, () => stored ?? new Blob());
  api.on(putProductPicture, ({ file }) => {
    stored = file;
    return change({ picture: `v${Math.random()}` });
  });
  api.on(deleteProductPicture, () => {
    stored = undefined;
    return change({ picture: null });
  });
  renderProductPart((product, own) => <PictureCard product={product} onWritten={own.onWritten} />);
  return api;
}
/** The width and height of the uploaded picture. */
async function sizeOf(file: File | undefined) {
  const { width, height } = await createImageBitmap(file ?? new Blob());
  return [width, height];
}

describe('the picture of a product', () => {
  it('is scaled down, stored and shown, and Undo removes it', async () => {
    const api = open();
    await expect.element(page.getByText(/^Drop a picture here or choose one/)).toBeVisible();
    await choose(await aPicture(1024, 256));
    await expect.element(picture).toBeVisible();
    await expect.element(page.getByText('Picture of Kettle stored')).toBeVisible();
    const sent = api.asked(putProductPicture)[0]?.file;
    expect([sent?.name, sent?.type]).toEqual(['kettle.webp', 'image/webp']);
    expect(await sizeOf(sent)).toEqual([512, 128]);
    await button('Undo').click();
    await expect.element(page.getByText('The picture of Kettle is as it was')).toBeVisible();
    await expect.element(picture).not.toBeInTheDocument();
    expect(api.asked(deleteProductPicture)).toHaveLength(1);
  });
  it('is removed, and Undo stores the same bytes again', async () => {
    const before = await aPicture(8, 8);
    const api = open(before);
    await expect.element(picture).toBeVisible();
    await button('Remove').click();
    await expect.element(picture).not.toBeInTheDocument();
    await expect.element(button('Choose a picture')).toBeVisible();
    await button('Undo').click();
    await expect.element(picture).toBeVisible();
    const sent = api.asked(putProductPicture)[0]?.file;
    expect(new Uint8Array((await sent?.arrayBuffer()) ?? [])).toEqual(new Uint8Array(await before.arrayBuffer()));
  });
  it('is replaced by a dropped one, and Undo restores the older one', async () => {
    const before = await aPicture(8, 4, 'old.png');
    const api = open(before);
    await expect.element(picture).toBeVisible();
    const data = new DataTransfer();
    data.items.add(await aPicture(10, 10, 'new.png'));
    const target = page.getByRole('heading', { name: 'Picture' }).element();
    target.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
    await expect.element(page.getByText('Drop to make it the picture of Kettle')).toBeVisible();
    target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    await expect.element(page.getByText('Picture of Kettle stored')).toBeVisible();
    expect(page.getByText('Drop to make it the picture of Kettle').query()).toBeNull();
    expect(await sizeOf(api.asked(putProductPicture)[0]?.file)).toEqual([10, 10]);
    await button('Undo').click();
    await expect.poll(() => api.asked(putProductPicture)).toHaveLength(2);
    expect(await sizeOf(api.asked(putProductPicture)[1]?.file)).toEqual([8, 4]);
  });
  it('is refused by name if it cannot be decoded, and nothing is sent', async () => {
    const api = open();
    await choose(new File(['not a picture'], 'no.png', { type: 'image/png' }));
    await expect.element(page.getByText(/^no\.png could not be read as a picture/)).toBeVisible();
    await choose(new File(['words'], 'words.txt', { type: 'text/plain' }));
    await expect.element(page.getByText(/^words\.txt could not be read as a picture/)).toBeVisible();
    expect(api.asked(putProductPicture)).toEqual([]);
  });
  it('stays when the server refuses a new one, with the reason', async () => {
    const api = open(await aPicture(8, 8));
    api.refuse(putProductPicture, 'too_large', { message: 'The picture is too large' });
    await choose(await aPicture(20, 20));
    await expect.element(page.getByRole('alert').getByText('The picture is too large')).toBeVisible();
    await expect.element(picture).toBeVisible();
  });
  it('cannot be changed by a viewer, with the reason', async () => {
    open(await aPicture(8, 8), 'viewer');
    await expect.element(picture).toBeVisible();
    await expect.element(button('Replace')).toBeDisabled();
    await expect.element(button('Remove')).toBeDisabled();
    await expect.element(page.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
  });
});
