import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { cubicMetres, kilograms, MeasuredText } from './measured-text.tsx';

describe('a text with measures', () => {
  it('is rounded, never to zero, and has all of them in full in its tooltip', async () => {
    startApi();
    renderPart(
      <p>
        <MeasuredText>{(words) => `${words.cubicMetres('7.33649')} and ${words.kilograms('1000')}`}</MeasuredText>
        {'; '}
        {cubicMetres('0.00042')}
        {'; '}
        {kilograms('3.04')}
      </p>,
    );
    const full = page.getByTitle('7.33649 m³ and 1,000.0 kg', { exact: true });
    await expect.element(full).toHaveTextContent('7.336 m³ and 1,000.0 kg');
    await expect.element(page.getByTitle('3.04 kg', { exact: true })).toHaveTextContent('3.0 kg');
    await expect.element(page.getByText('0.0004 m³')).toHaveAttribute('title', '0.00042 m³');
  });
  it('has no tooltip while nothing is rounded', async () => {
    startApi();
    renderPart(<p>{kilograms('14.2')}</p>);
    await expect.element(page.getByText('14.2 kg')).not.toHaveAttribute('title');
  });
});
