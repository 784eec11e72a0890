import { testScreens } from '../src/screen-walk.ts'
import { walkOfOwner } from '../src/walks.ts'

testScreens('the owner elsewhere', 4, () => walkOfOwner('elsewhere'))
