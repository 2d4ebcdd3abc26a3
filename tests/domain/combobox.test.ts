import { distinctTexts } from '../../src/plugins/work-tracking/admin/src/components/combobox';

describe('the texts of a combobox', () => {
  it('are the shortest that tell each entry from the others', () => {
    const texts = distinctTexts([
      { id: '1', texts: ['https://a.example', 'https://a.example · WEB'] },
      { id: '2', texts: ['https://b.example', 'https://b.example · WEB'] },
      { id: '3', texts: ['https://b.example', 'https://b.example · APP'] },
      { id: '4', texts: ['https://c.example', 'https://c.example · APP'] },
      { id: '5', texts: ['https://c.example', 'https://c.example · APP'] },
      { id: '6', texts: ['__proto__'] },
    ]);
    expect(Object.fromEntries(texts)).toEqual({
      1: 'https://a.example',
      2: 'https://b.example · WEB',
      3: 'https://b.example · APP',
      4: 'https://c.example · APP · 4',
      5: 'https://c.example · APP · 5',
      6: '__proto__',
    });
  });
});
