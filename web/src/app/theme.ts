import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { t } from '../lib/language.ts'

const petrol: MantineColorsTuple = [
  '#eef6f7',
  '#d8eaec',
  '#b1d6db',
  '#84bec7',
  '#58a5b1',
  '#378e9b',
  '#207987',
  '#136775',
  '#0e5562',
  '#083f49',
]

/** Mantine's greys with a little of the primary colour. */
const dark: MantineColorsTuple = [
  '#d8dfe1',
  '#b7c1c4',
  '#9ba7ab',
  '#66747a',
  '#46535a',
  '#364247',
  '#232c30',
  '#1b2225',
  '#161c1e',
  '#101517',
]

// Otherwise the header of a dialog counts as a second banner of the page.
const overlay = {
  defaultProps: { closeButtonProps: { 'aria-label': t('Close') }, attributes: { header: { role: 'presentation' } } },
  styles: { header: { background: 'var(--surface)' } },
}

export const theme = createTheme({
  colors: { petrol, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  // The font and the sizes are defined in `fonts.css` and `base.css`.
  fontFamily: 'var(--face)',
  fontSizes: { xs: 'var(--small)', sm: 'var(--text)', md: 'var(--text)', lg: 'var(--large)', xl: 'var(--large)' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: 'var(--title)', lineHeight: '1.3' }, h2: { fontSize: 'var(--large)', lineHeight: '1.4' } },
  },
  components: {
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Paper: { defaultProps: { bg: 'var(--surface)' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Modal: overlay,
    Drawer: overlay,
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('Toggle password visibility') } } },
  },
})

/** Texts of Mantine's theme that miss the contrast of WCAG AA are darkened (light scheme) or lightened (dark scheme). */
export const cssVariables: CSSVariablesResolver = () => {
  const lightAndDark = {
    '--mantine-color-body': ['#f4f6f6', '#14191b'],
    '--mantine-color-text': ['#1b2426', '#dfe5e6'],
    '--mantine-color-dimmed': ['#4d585c', '#b0babd'],
    '--mantine-color-placeholder': ['#5c686c', '#9ba7ab'],
    '--mantine-color-error': ['#b3261e', '#ff9a90'],
    '--surface': ['#ffffff', '#1b2225'],
    '--line': ['#dde3e4', '#323c40'],
    '--quiet': ['#eef2f2', '#232c30'],
  } as const
  const of = (scheme: 0 | 1) =>
    Object.fromEntries(Object.entries(lightAndDark).map(([name, values]) => [name, values[scheme]]))
  return { variables: {}, light: of(0), dark: of(1) }
}
