"""An empty store as pyoxigraph 0.3.22 left it: its files but logs and options, packed."""

import base64
import io
import tarfile

PACKED = (
    "{Wp48S^xk9=GL@E0stWa8~^|S5YJf5;3xkCp<MtNXo$u_=|#-#dxqDY;k4X)yeK3XOIL6Uy0h?!U&HXav5EETTL;|VV2*=f1"
    "H%V89vb;~PlR|4q2|>^_?&TxZ=ccT9D8HbVUSDJWe_2Eg}WhCX;ZLK`9l_s2BXdJcWr;C8B;c3d}O6Qnk)V?G;4pS$lz0F<("
    "jf9GdQ}=Av@G%39Ur_0%qGBI&O-m2fi0=gIx_4wDfD_W$!V5E<GW93rLf)9uou8q8KX6`hW}D6%YMo_ywV*YPEiIx0BWk$2c"
    "7@R%qj6vW5?&)mOiBJi@4a_P_X`VJ@}Zf`IHPB6I=!76+{m4+FP=c|O7Oi#nD)_R6eN@!DJZ18NsyX!8ZAr}gcR05V#U{QF-"
    "lg@Epc8Uu|LXC2TErCO|ISkm)#<F=%HQyj_isyp6Jr)(OqPa3Npp1+pC%yB!^E^<v;`$a@hN2rSNs$SCnTZ!ox%R2OBG&|dp"
    "3j)iOr*b{`YY`@BM*p3trEvQ;JwIKDQds;!7@}aSfm!=Aa7=gA=+?2@B;=wiU*$B{*PHd*H*Ck-UXmSIO8WH7Xy|A$O9*U=I"
    "{k{kkw$&qG?5TUMwhIwWR9q-UraU$bDVb&!|J;Ht90G}$9rA#e3y+xmtpy%37c9owgf)?HI?Ewgfi2tD$Yt<kUD<;Hb^S?=B"
    "Fy_S<5Q<K}UnzC?b|=cOgZXW-f)cxj|slzhsA<lcQmfcT7wxV1ZeiiboXc3^f1W!};sR;t@7PY3U+%m;=r|lC5$6CZSMrh9l"
    "Y8b5XJWro}Qp>eB4IK*Qn!db!C%mkc%Q1l=H)y5~`cU$}UYNuu;O_5!%QZ<>N?F1&Tx9y(lY%|Fox$4NPE@9V+V(Xb~<$qN7"
    ")A^F{7$J<jrcNL;?3LG++-1HEh=D~l%xXG}buY0RFu|Gs@ANr*eVt;`Wi{z}%$g)W?q2LFLUvyQao=Pmo3#W<d)OaFh;h`i>"
    "dz~yCH9^hHKT07SnqRyQ3&1U<J9t?BoP_cvj!OQk)7DRW3d=I8n)rMq-<_EFDqigyJGk<h2;JR$Mu2ImOlsJ{MsS^f520A<n"
    "$xZIqHZ=HgSH|<i)H~lwDl)yoah4{j#Y=d*YZkqP!3v=MZUDww8gsGAH>sZd#-2Wb0&Y%)n+^5X;`^AgEaKg{*nT(y_I@kUz"
    "ODzAeQ-~mVhuyxF6aRkiyfC+CJ{LJb|1#ClZJdz&<W-O!*qY+G(PUPQ}jh<^PWg#QJ&`%QBj$yx30lv-bVwT?$*RLF<J#zd$"
    "EW?Q&)R3N@#$Y8}KYgtg@DOcLF)C04@f4unqexCquoG6?|3fLbj5daiQ7XdpZ-WUfPl`wWhaPyfkkR63RtXO$d*5(5EcNwT~"
    "VH<#DO!tquNx7R#hQ_=v9SE`Py+go*|_D2iQ{L9Y1nTO2&8pjV0rx1}nn6^-Ex|JdJuBmHj4-Yhm;RS_*u2=c+?B{2Qui>O$"
    "aJLowq4XB{FmO!=9h$Ws&3(bF5CuZnt24Co0B+NkcT*>RO>|Gl8Z0~Y7o&J+UH(bKl(Z+&U<UJm6102h00000dBN9y`eJKI0"
    "0F%TfKUJcj4t%)vBYQl0ssI200dcD"
)


def unpack(folder):
    """Put the store into a folder."""
    with tarfile.open(fileobj=io.BytesIO(base64.b85decode(PACKED)), mode="r:xz") as held:
        folder.mkdir()
        for file in held:
            (folder / file.name).write_bytes(held.extractfile(file).read())
