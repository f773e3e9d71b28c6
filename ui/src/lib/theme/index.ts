/** Colours, type and fonts of the application: import once, in the entry module. */
import './fonts.css';
import './tokens.css';
