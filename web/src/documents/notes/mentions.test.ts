import { describe, expect, test } from 'vitest'
import { namedIn, offeredFor, piecesOf, typingAt, withName } from './mentions.ts'

const people = [
  { id: '1', username: 'Asha Rao' },
  { id: '2', username: 'Asha' },
  { id: '3', username: 'Meera Iyer' },
  { id: '4', username: 'Meera Iyer' },
  { id: '5', username: 'विक्रम शेट्टी' },
]
const none = new Set<string>()
const offered = (asked: string) => offeredFor(asked, people).map(({ id }) => id)

describe('a name that is being typed', () => {
  test('stands between an @ and the caret', () => {
    expect(typingAt('See @As', 7)).toEqual({ from: 4, to: 7, asked: 'As' })
    expect(typingAt('@', 1)).toEqual({ from: 0, to: 1, asked: '' })
    expect(typingAt('(@Asha R, later', 8)).toEqual({ from: 1, to: 8, asked: 'Asha R' })
  })

  test('begins neither within a word nor before a space, and ends with the line', () => {
    expect(typingAt('clerk@pwd.example', 17)).toBeUndefined()
    expect(typingAt('at @ 5 rupees', 13)).toBeUndefined()
    expect(typingAt('@Asha\nthen', 10)).toBeUndefined()
    expect(typingAt('no such sign', 5)).toBeUndefined()
  })

  test('matches people by the beginning of any part of their names, in any case', () => {
    expect(offered('as')).toEqual(['1', '2'])
    expect(offered('iyer')).toEqual(['3', '4'])
    expect(offered('Asha R')).toEqual(['1'])
    expect(offered('शे')).toEqual(['5'])
    expect(offered('sha')).toEqual([])
    expect(offered('')).toHaveLength(5)
  })

  test('is completed in its place, with one space after it', () => {
    expect(withName('See @As now', { from: 4, to: 7, asked: 'As' }, 'Asha Rao')).toEqual({
      text: 'See @Asha Rao now',
      caret: 14,
    })
  })
})

describe('a text', () => {
  test('mentions people by their full names, the longer of two that match', () => {
    expect(namedIn('@Asha Rao, see this', people, none)).toEqual(['1'])
    expect(namedIn('@Asha, see this', people, none)).toEqual(['2'])
    expect(namedIn('@Ashalata and Asha Rao', people, none)).toEqual([])
    expect(namedIn('पूछो @विक्रम शेट्टी से', people, none)).toEqual(['5'])
    expect(namedIn('@Asha @Asha', people, none)).toEqual(['2'])
  })

  test('mentions the picked people of one name, or all of them', () => {
    expect(namedIn('@Meera Iyer', people, new Set(['4', '1']))).toEqual(['4'])
    expect(namedIn('@Meera Iyer', people, none)).toEqual(['3', '4'])
  })

  test('is split at its names without losing a character', () => {
    const text = 'Ask @Asha Rao and @Asha.\nThen @nobody'
    const pieces = piecesOf(text, ['Asha', 'Asha Rao'])
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.flatMap(({ name }) => name ?? [])).toEqual(['Asha Rao', 'Asha'])
    expect(piecesOf('', ['Asha'])).toEqual([])
    expect(piecesOf('plain', [])).toEqual([{ at: 0, text: 'plain' }])
  })
})
