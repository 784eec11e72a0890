import { expect, test } from 'vitest'
import { readHolidayLines } from './holiday-lines.ts'

const read = (pasted: string, ...known: string[]) =>
  readHolidayLines(pasted, known).map(({ number, entry, fault }) => [number, entry ?? fault])

test.each([
  ['26 Jan 2027 Republic Day', '2027-01-26', 'Republic Day'],
  ['26/01/2027\tRepublic Day', '2027-01-26', 'Republic Day'],
  ['26-1-27 - Republic Day', '2027-01-26', 'Republic Day'],
  ['2027-01-26, Republic Day', '2027-01-26', 'Republic Day'],
  ['January 26, 2027: Republic Day', '2027-01-26', 'Republic Day'],
  ['26 - Jan - 2027 Republic Day', '2027-01-26', 'Republic Day'],
  ['२६/०१/२०२७ गणतंत्र दिवस', '2027-01-26', 'गणतंत्र दिवस'],
  ['2 Oct 2027 Gandhi Jayanti (158th)', '2027-10-02', 'Gandhi Jayanti (158th)'],
])('%j is read as a holiday', (line, onDay, name) => {
  expect(read(line)).toEqual([[1, { onDay, name }]])
})

test('each line is validated by itself and has its number in the text', () => {
  const pasted = ['1 May 2027 May Day', '', 'Diwali', '31 Feb 2027 Nothing', '2 Oct 2027', '1/5/2027 Labour Day', '']
  expect(read(pasted.join('\r\n'))).toEqual([
    [1, { onDay: '2027-05-01', name: 'May Day' }],
    [3, 'It does not begin with a day such as 26 Jan 2027'],
    [4, 'It does not begin with a day such as 26 Jan 2027'],
    [5, 'The name is missing after the day'],
    [6, '01 May 2027 is a holiday already'],
  ])
})

test('a line is refused for a day that is a holiday already or a name that is too long', () => {
  expect(read('1 May 2027 May Day', '2027-05-01')).toEqual([[1, '01 May 2027 is a holiday already']])
  expect(read(`1 May 2027 ${'x'.repeat(201)}`)).toEqual([[1, 'The name is too long']])
  expect(read(`1 May 2027 ${'x'.repeat(200)}`)).toEqual([[1, expect.objectContaining({ onDay: '2027-05-01' })]])
})
