''',1)
open(p,'w').write(s)
