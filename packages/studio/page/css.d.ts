// Styles are imported for their effect: the build puts them into page.css.
declare module '*.css';
